/** Addresses of status pages. They never depend on the Host header of a request, which its sender chooses. */
export type PageAddresses = {
  /** VEDETTE_PUBLIC_URL; null if it is not set. */
  publicUrl: string | null;
  /** Address of this server if there is no public URL. */
  serverUrl: string;
  /** VEDETTE_STATUS_DOMAIN: pages are at `<slug>.<domain>` too; null if it is not set. */
  statusDomain: string | null;
};

/** The address of a page without a slash at its end. `host` is its first verified domain. */
export function pageUrl(
  { slug, host }: { slug: string; host: string | null },
  { publicUrl, serverUrl, statusDomain }: PageAddresses,
): string {
  const name = host ?? (statusDomain === null ? null : `${slug}.${statusDomain}`);
  if (name === null) return `${publicUrl ?? serverUrl}/status/${slug}`;
  // Certificates are up to the proxy; an installation whose own URL is http has none.
  return `${publicUrl?.startsWith("http://") ? "http" : "https"}://${name}`;
}
