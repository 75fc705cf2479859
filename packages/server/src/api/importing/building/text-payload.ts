/** Returns data to send as a check takes it, where a backslash starts an escape. */
export function textPayload(data: string): string {
  return data
    .replaceAll("\\", "\\\\")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\0", "\\0");
}
