const HOST = "login.microsoftonline.com";
/** Sign-in of all tenants, of all organizations, and of personal accounts; the last also by the id of its tenant. */
const SHARED_TENANTS = ["common", "organizations", "consumers", "9188040d-6c67-4c5b-b112-36a304b66dad"];

/**
 * Whether an issuer of Microsoft Entra ID is not that of one tenant. Anyone can create a tenant and enter any address for
 * its people. Source: https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc.
 */
export function isSharedIssuer(issuer: string): boolean {
  const url = URL.parse(issuer);
  const tenant = url?.pathname.split("/").find((segment) => segment !== "");
  return url?.hostname === HOST && (tenant === undefined || SHARED_TENANTS.includes(tenant.toLowerCase()));
}
