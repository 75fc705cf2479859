/** Returns host and port as a text. An IPv6 address is put in brackets, to separate it from the port. */
export function hostAndPort(host: string | null, port: number | null): string {
  const isBareIpv6 = host?.includes(":") && !host.startsWith("[");
  return `${isBareIpv6 ? `[${host}]` : host}:${port}`;
}
