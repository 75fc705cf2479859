import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { keys, type QueryNoun } from "../../api/keys.ts";
import { toast } from "../../components/toast.tsx";

/** Returns what to do after an object was saved: show a message, refresh its list and open it. */
export function useSaved(noun: QueryNoun, list: "/alerts/rules" | "/alerts/maintenance") {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (message: string) => {
    toast(message);
    void queries.invalidateQueries({ queryKey: keys.all(noun) });
    await navigate({ to: list });
  };
}
