import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";

/** The contact methods of the signed-in person in the organization. */
export function useContactMethods() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("contact-methods"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/user/contact-methods", { signal })),
  });
}
