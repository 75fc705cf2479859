import { Link } from "@tanstack/react-router";
import type { ListColumn } from "@vedette/contract/people/groupable-lists.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { StatusBadge } from "../../../../components/status-badge.tsx";
import type { Column } from "../../../../components/table.tsx";
import { Duration, TimeAgo } from "../../../../components/time-ago.tsx";
import { intervalText, responseText } from "../../../../format.ts";
import { Message } from "../../../../language/message.tsx";
import { t } from "../../../../language/t.ts";
import { RowBars, RowUptime } from "../../../../pages/monitors/list/row-history.tsx";
import { TARGET_KIND_LABELS } from "../../../alerts/alert-labels.ts";
import { checkLabels } from "../../../checks/check-labels.ts";
import { runBadge } from "../../../runs/run-labels.ts";
import { SnoozeBadge } from "../../../snooze/snooze-badge.tsx";
import { DaysLeft } from "../../days-left.tsx";
import { PausedByPlan } from "../../paused-by-plan.tsx";
import { Selectable } from "../../selectable.tsx";
import type { Selection } from "../../use-selection.ts";
import type { SortKey } from "../list-sorts.ts";
import { NOUN_OF_KIND, type TargetListType } from "../target-lists.ts";
import { COLUMN_TITLES } from "./list-columns.ts";
import { RowMenu } from "./row-menu.tsx";
import { SubLine } from "./sub-line.tsx";

type ColumnOptions = {
  list: TargetListType;
  /** Null if the user cannot change anything. */
  chosen: Selection | null;
  shown: readonly ListColumn[];
  groupName(id: string | null): string;
};

/** The columns of a list of targets. */
export function targetColumns({ list, chosen, shown, groupName }: ColumnOptions): Column<Target>[] {
  const optional = optionalColumns(groupName);
  return [
    {
      id: "name",
      title: t("Name"),
      sort: "name" satisfies SortKey,
      cell: (row) => <NameCell row={row} chosen={chosen} isKindShown={list.nouns.length > 1} />,
    },
    ...shown.map((id) => ({ id, title: COLUMN_TITLES[id], ...optional[id] })),
    ...(chosen === null ? [] : [MENU]),
  ];
}

const MENU: Column<Target> = {
  id: "actions",
  title: t("Actions"),
  isTitleHidden: true,
  isNumber: true,
  isMenu: true,
  width: "w-13",
  cell: (row) => <RowMenu target={row} />,
};

type NameCellProps = { row: Target; chosen: Selection | null; isKindShown: boolean };

function NameCell({ row, chosen, isKindShown }: NameCellProps) {
  const { id, kind, name } = row;
  return (
    <Selectable chosen={chosen} id={id} name={name}>
      <div className="min-w-0 flex-1 leading-tight">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            to={`/${NOUN_OF_KIND[kind]}/$id`}
            params={{ id }}
            dir="auto"
            title={name}
            className="truncate font-semibold hover:underline max-md:line-clamp-2 max-md:whitespace-normal max-md:wrap-anywhere"
          >
            {name}
          </Link>
          <SnoozeBadge snooze={row.snooze} isShort />
        </div>
        <SubLine target={row} kind={isKindShown ? TARGET_KIND_LABELS[kind] : null} />
      </div>
    </Selectable>
  );
}

type OptionalColumn = Omit<Column<Target>, "id" | "title"> & { sort?: SortKey };

const NUMBER = { isNumber: true, isSortedDown: true } as const;

function optionalColumns(groupName: ColumnOptions["groupName"]): Record<ListColumn, OptionalColumn> {
  return {
    kind: {
      sort: "kind",
      width: "w-28",
      isWideOnly: true,
      cell: ({ kind, type }) => (type === null ? TARGET_KIND_LABELS[kind] : checkLabels(type).label),
    },
    status: { sort: "status", width: "w-37", cell: (row) => <StatusCell row={row} /> },
    history: {
      width: "w-40",
      isWideOnly: true,
      cell: ({ id, kind, name }) => kind === "monitor" && <RowBars id={id} name={name} />,
    },
    uptime: {
      isNumber: true,
      width: "w-26",
      isWideOnly: true,
      cell: ({ id, kind }) => kind === "monitor" && <RowUptime id={id} />,
    },
    response: {
      ...NUMBER,
      sort: "response",
      width: "w-28",
      isWideOnly: true,
      cell: (row) => <Response row={row} />,
    },
    last_run: { sort: "checked", isSortedDown: true, width: "w-32", cell: (row) => <LastRun row={row} /> },
    certificate: expiryColumn("certificate", ({ ssl_expires_at: at }) => at),
    domain: expiryColumn("domain", ({ domain_expires_at: at }) => at),
    tags: { width: "w-32", isWideOnly: true, cell: ({ tags }) => <Tags tags={tags} /> },
    group: {
      sort: "group",
      width: "w-32",
      isWideOnly: true,
      cell: ({ group_id: id }) => <Cut text={groupName(id)} />,
    },
    owner: {
      sort: "owner",
      width: "w-28",
      isWideOnly: true,
      cell: ({ owner }) => <Cut text={owner ?? ""} />,
    },
    location: {
      sort: "location",
      width: "w-30",
      isWideOnly: true,
      cell: ({ locations }) => <Cut text={locations.join(", ")} />,
    },
    interval: {
      sort: "interval",
      width: "w-26",
      isNumber: true,
      isWideOnly: true,
      cell: ({ interval_seconds: seconds }) => intervalText(seconds),
    },
    created: {
      ...NUMBER,
      sort: "created",
      width: "w-28",
      isWideOnly: true,
      cell: ({ created_at: at }) => <TimeAgo at={at} />,
    },
  };
}

function expiryColumn(sort: SortKey, at: (row: Target) => string | null): OptionalColumn {
  const cell = (row: Target) => {
    const instant = at(row);
    return instant !== null && <DaysLeft at={instant} />;
  };
  return { sort, width: "w-28", isWideOnly: true, cell };
}

function StatusCell({ row: { status, status_since: since, paused_reason: reason } }: { row: Target }) {
  return (
    <span className="inline-grid justify-items-start leading-tight max-md:flex max-md:items-center">
      <StatusBadge status={status} />
      <span className="ps-2 text-xs text-soft tabular-nums">
        {reason === null ? (
          <Message text="for {time}" values={{ time: <Duration from={since} /> }} />
        ) : (
          <PausedByPlan reason={reason} />
        )}
      </span>
    </span>
  );
}

function Response({ row: { last_duration_ms: ms, last_checked_at: at } }: { row: Target }) {
  return (
    <span className="block leading-tight">
      {responseText(ms)}
      <span className="block text-xs text-soft">
        {at === null ? t("not checked yet") : <TimeAgo at={at} />}
      </span>
    </span>
  );
}

function LastRun({ row: { id, kind, last_run: run, last_checked_at: at } }: { row: Target }) {
  if (at === null)
    return <span className="text-soft">{kind === "heartbeat" ? t("No pings yet") : t("No runs yet")}</span>;
  if (run === null) return <TimeAgo at={at} />;
  const { word } = runBadge({ status: run.status, started_at: at });
  return (
    <Link
      to={`/${kind === "journey" ? "journeys" : "api-monitors"}/$id/runs/$runId`}
      params={{ id, runId: run.id }}
      className="block leading-tight text-accent hover:underline"
    >
      {word}{" "}
      <span className="block text-xs max-md:inline">
        <TimeAgo at={at} />
      </span>
    </Link>
  );
}

/** As many letters as fit into the column beside each other. */
const TAG_LETTERS = 11;

function Tags({ tags }: { tags: readonly string[] }) {
  const [first = "", second = ""] = tags;
  if (first === "") return null;
  const shownCount = second !== "" && first.length + second.length <= TAG_LETTERS ? 2 : 1;
  return (
    <span className="flex min-w-0 items-center gap-1" title={tags.join(", ")}>
      {tags.slice(0, shownCount).map((tag) => (
        <span key={tag} className="truncate rounded-full bg-accent-ground px-2 text-xs">
          {tag}
        </span>
      ))}
      {tags.length > shownCount && (
        <span className="text-xs text-soft">
          +{tags.length - shownCount}
          <span className="sr-only"> {t("more tags")}</span>
        </span>
      )}
    </span>
  );
}

function Cut({ text }: { text: string }) {
  return (
    <span className="block truncate" title={text}>
      {text === "" ? "–" : text}
    </span>
  );
}
