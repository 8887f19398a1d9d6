export { t as decide, n as endGrants, r as endGrantsOfKey, i as endPending, a as issueTokens, o as logIn, s as openRequest, c as revoke, l as touchGrant } from "./service-BFPIaGEg.js";
