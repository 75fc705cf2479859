import { useQuery } from "@tanstack/react-query";
import { type Api, dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** A link is valid for 15 minutes. */
const FRESH_MS = 10 * 60_000;

/**
 * Takes the URL or the id of a file. Returns a signed URL for an image or video element, which cannot send an API key or the organization header. Undefined until loaded.
 */
export function useArtifactLink(url: string | null): { link: string | undefined; isFailed: boolean } {
  const api = useApi();
  const id = url === null ? null : artifactIdOf(url);
  const { data, isError } = useQuery({
    queryKey: keys.other("artifacts", "link", id),
    enabled: id !== null,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    queryFn: () => linkTo(api, id ?? ""),
  });
  return { link: data, isFailed: isError };
}

export async function linkTo(api: Api, id: string): Promise<string> {
  const { url } = await dataOf(api.POST("/api/v1/artifacts/{id}/link", { params: { path: { id } } }));
  // Same origin, because the page's Content-Security-Policy allows no other.
  const { pathname, search } = new URL(url, window.location.href);
  return `${pathname}${search}`;
}

function artifactIdOf(url: string): string {
  return new URL(url, window.location.href).pathname.split("/").at(-1) ?? "";
}
