/** A file as it travels in JSON. */
export async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(blob)
  const url = await promise
  return url.slice(url.indexOf(',') + 1)
}
