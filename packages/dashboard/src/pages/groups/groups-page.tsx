import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useRole } from "../../app/role.ts";
import { Button } from "../../components/button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { GroupStatus, TargetCounts } from "../../features/groups/group-status.tsx";
import { inTreeOrder, type PlacedGroup } from "../../features/groups/group-tree.ts";
import { useGroups } from "../../features/groups/use-groups.ts";
import { NotObserved } from "../../features/uptime/not-observed.tsx";
import { percentText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { GroupActions } from "./group-actions.tsx";
import { GroupForm } from "./group-form.tsx";

/** Lists the groups as a tree. */
export function GroupsPage() {
  const { data, error } = useGroups();
  const [isAdding, setAdding] = useState(false);
  const add = useRole().reaches("member") && (
    <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
      {t("Add group")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Groups")}
        lead={t(
          "Arrange monitors, API monitors, journeys and heartbeats, with one status and uptime for each group.",
        )}
        actions={data && data.length > 0 && add}
      />
      <ListTable
        caption={t("Groups")}
        columns={COLUMNS}
        rows={data && inTreeOrder(data)}
        error={error}
        empty={{
          title: t("No groups yet"),
          description: t(
            "A group has the status of its targets, and rules and maintenance windows can cover it.",
          ),
          action: add,
        }}
      />
      {isAdding && <GroupForm group={null} onClose={() => setAdding(false)} />}
    </>
  );
}

const INDENT_REM = 1.5;

const COLUMNS: readonly Column<PlacedGroup>[] = [
  {
    id: "name",
    title: t("Group"),
    cell: ({ id, name, path, depth }) => (
      <div style={{ paddingInlineStart: `${depth * INDENT_REM}rem` }} className="wrap-anywhere">
        <Link to="/groups/$id" params={{ id }} className="font-semibold hover:underline" title={path}>
          {name}
        </Link>
      </div>
    ),
  },
  { id: "status", title: t("Status"), cell: (group) => <GroupStatus status={group.status} /> },
  { id: "targets", title: t("Targets"), cell: ({ targets }) => <TargetCounts targets={targets} /> },
  {
    id: "uptime",
    title: t("Uptime 24 h"),
    isNumber: true,
    cell: ({ uptime_24h: uptime, observed_24h: observed }) => (
      <>
        {uptime == null ? "–" : percentText(uptime)}
        <NotObserved observed={observed} />
      </>
    ),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    isMenu: true,
    isNumber: true,
    cell: (group) => <GroupActions group={group} />,
  },
];
