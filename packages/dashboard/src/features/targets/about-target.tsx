import { Link } from "@tanstack/react-router";
import type { ManagedBy } from "@vedette/contract/code/managed-by.ts";
import type { ReactNode } from "react";
import { FactList } from "../../components/fact-list.tsx";
import { Markdown } from "../../components/markdown/markdown.tsx";
import { t } from "../../language/t.ts";
import { managedPlace } from "../edits/managed-notice.tsx";
import { inTreeOrder } from "../groups/group-tree.ts";
import { useGroups } from "../groups/use-groups.ts";

type AboutTargetProps = {
  target: {
    description: string;
    runbook_url: string | null;
    owner: string | null;
    group_id: string | null;
    tags: readonly string[];
    managed_by?: ManagedBy | null | undefined;
  };
};

/** Owner, runbook, group, tags and description of a target; nothing if none is set. */
export function AboutTarget({ target }: AboutTargetProps) {
  const { description, runbook_url: runbook, owner, group_id: groupId, tags } = target;
  const facts: [string, ReactNode][] = [];
  if (owner !== null) facts.push([t("Owner"), owner]);
  if (runbook !== null)
    facts.push([
      t("Runbook"),
      <a
        key="runbook"
        href={runbook}
        target="_blank"
        rel="noreferrer noopener"
        className="text-accent underline underline-offset-2"
      >
        {runbook}
      </a>,
    ]);
  if (groupId !== null) facts.push([t("Group"), <GroupLink key="group" id={groupId} />]);
  if (tags.length > 0) facts.push([t("Tags"), tags.join(", ")]);
  if (target.managed_by) facts.push([t("Managed by code"), managedPlace(target.managed_by)]);
  if (facts.length === 0 && description === "") return null;
  return (
    <section className="card grid gap-3 p-4" aria-label={t("About")}>
      {facts.length > 0 && <FactList facts={facts} />}
      {description !== "" && <Markdown text={description} />}
    </section>
  );
}

function GroupLink({ id }: { id: string }) {
  const { data = [] } = useGroups();
  const group = inTreeOrder(data).find((one) => one.id === id);
  return (
    <Link to="/groups/$id" params={{ id }} className="text-accent underline underline-offset-2">
      {group?.path ?? "…"}
    </Link>
  );
}
