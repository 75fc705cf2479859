import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { keys, type QueryNoun } from "../../api/keys.ts";
import { toast } from "../../components/toast.tsx";

/** Returns what to do after an object was saved: show a message and open its list, refreshed. */
export function useSaved(
  noun: QueryNoun,
  list: "/alerts/rules" | "/alerts/maintenance" | "/escalation-policies" | "/slos" | "/reports",
) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (message: string) => {
    toast(message);
    await navigate({ to: list });
    // After leaving the form, which would load the object again, even one that no longer exists.
    void queries.invalidateQueries({ queryKey: keys.all(noun) });
  };
}
