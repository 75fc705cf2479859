import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { useGroups } from "../../../features/groups/use-groups.ts";
import { useChannels, useRules, useWindows } from "../../alerts/use-lists.ts";
import { useStatusPages } from "../../status-pages/use-status-pages.ts";
import { useMembers } from "../members/use-members.ts";

type Names = ReadonlyMap<string, string>;
type Named = { id: string; name: string };

/** The names of the people, channels, rules, windows, groups and status pages of the organization by id. */
export function useAuditNames(): Names {
  const members = useMembers(useSession().organization?.id).items;
  const [channels, rules] = [useChannels().data, useRules().data];
  const [windows, groups] = [useWindows().data, useGroups().data];
  const { data: pages } = useStatusPages();
  return useMemo(() => {
    const titles = pages?.map(({ id, title }) => ({ id, name: title }));
    const people = (members ?? []).map(({ user_id: id, name, email }) => ({ id, name: name || email }));
    const lists: (readonly Named[] | undefined)[] = [people, channels, rules, windows, groups, titles];
    return new Map(lists.flatMap((list = []) => list.map(({ id, name }) => [id, name])));
  }, [members, channels, rules, windows, groups, pages]);
}

/** The length of a URL. */
const TARGETS_NAMED_MAX = 50;

/** Also names the targets among the first of these ids. */
export function useNamesWithTargets(names: Names, unnamedIds: readonly string[]): Names {
  const api = useApi();
  const ids = unnamedIds.slice(0, TARGETS_NAMED_MAX);
  const { data } = useQuery({
    queryKey: keys.list("targets", "names", ids),
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/targets", { params: { query: { ids: ids.join(",") } }, signal })),
    enabled: ids.length > 0,
  });
  return useMemo(
    () => (data ? new Map([...names, ...data.items.map(({ id, name }) => [id, name] as const)]) : names),
    [names, data],
  );
}
