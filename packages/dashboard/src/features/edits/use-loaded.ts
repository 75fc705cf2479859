import { useQuery } from "@tanstack/react-query";
import { asApiError } from "../../api/api-error.ts";
import type { Versioned } from "../../api/client.ts";
import { keys, type QueryNoun } from "../../api/keys.ts";

/**
 * Loads a resource for an edit form, with its version; null loads nothing. The form starts with the stored values, and
 * neither events nor a refetch change it.
 */
export function useLoaded<Resource>(
  noun: QueryNoun,
  id: string | null,
  read: (signal: AbortSignal) => Promise<Versioned<Resource>>,
) {
  const { data, error } = useQuery({
    queryKey: keys.form(noun, id),
    queryFn: ({ signal }) => read(signal),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return { loaded: data, error: error && asApiError(error) };
}
