import { Socket } from "node:net";
import { TLSSocket } from "node:tls";
//#region packages/server/src/devices/bus.ts
/**
* A link that has not confirmed a message when it expires is stuck, and what it still holds would arrive too late, so
* the link is reset. Never sooner than this, or the last moments of a command's life would cut healthy links.
*/
const MIN_CONFIRM_WAIT_MS = 2e3;
//#endregion
//#region packages/server/src/devices/bus/reset-socket.ts
/**
* Ends a connection at once and makes the operating system forget what it has not sent: closing would still deliver
* that whenever the link heals. TLS connections offer no such way; they are closed.
*/
function resetSocket(socket) {
	if (socket instanceof Socket && !(socket instanceof TLSSocket) && !socket.writableEnded) socket.resetAndDestroy();
	else socket.destroy();
}
//#endregion
export { MIN_CONFIRM_WAIT_MS as n, resetSocket as t };
