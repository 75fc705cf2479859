import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { StatusPagePreviewInput } from "@vedette/contract/status-pages/page-preview.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { useSettled } from "../../../components/use-settled.ts";

export type PreviewFields = StatusPagePreviewInput;

/** A pause in typing after which the preview follows. */
const SETTLED_MS = 300;
/** Components and incidents change it too, without an event. */
const STALE_AFTER_MS = 15_000;

/**
 * The page with these fields, rendered by the server. A newer request aborts the one before; the last preview stays until
 * the next one is there, also while a field is not valid.
 */
export function usePreview(id: string, fields: PreviewFields) {
  const api = useApi();
  const text = useSettled(JSON.stringify(fields), SETTLED_MS);
  const { data, error } = useQuery({
    queryKey: keys.detail("status-pages", id, "preview", text),
    queryFn: ({ signal }) =>
      dataOf(
        api.POST("/api/v1/status-pages/{id}/preview", {
          params: { path: { id } },
          body: JSON.parse(text) as PreviewFields,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_AFTER_MS,
    gcTime: 0,
    retry: false,
  });
  return { preview: data, error };
}
