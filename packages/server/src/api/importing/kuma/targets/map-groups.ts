import { GROUP_DEPTH_MAX } from "@vedette/contract/targets/group-status.ts";
import { GROUPS_MAX } from "@vedette/contract/targets/groups.ts";
import { cutText } from "../../building/clean-texts.ts";
import type { ImportBuilder } from "../../building/import-builder.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import { ancestorsOf, isActive, type KumaContext, keyOfMonitor } from "../draft/kuma-context.ts";
import { columnNumber, columnText, idOf, readName } from "../draft/row-values.ts";

/** Monitors of the type group, as groups. */

const DEFAULT_WEIGHT = 2_000;

export function mapGroups(rows: readonly KumaRow[], context: KumaContext, builder: ImportBuilder): void {
  const groups = rows
    .filter((row) => columnText(row, "type") === "group")
    .map((row) => ({ row, ancestors: ancestorsOf(context, row) }))
    .sort((one, other) => one.ancestors.length - other.ancestors.length || idOf(one.row) - idOf(other.row));
  const names = new Set<string>();
  for (const { row, ancestors } of groups) {
    const [parent] = ancestors;
    const parentKey = parent === undefined ? null : keyOfMonitor(idOf(parent));
    const { name, reasons } = uniqueName(row, { parentKey, names });
    const key = keyOfMonitor(idOf(row));
    const problem = placeError(context, ancestors);
    if (problem !== null) {
      builder.notMade({ kind: "group", key, name, reasons: [problem] });
      continue;
    }
    reasons.push(...differencesOf(row, context));
    const fields = {
      description: columnText(row, "description"),
      ...(parentKey !== null && { parent: parentKey }),
      ...positionOf(row, groups),
    };
    if (builder.add({ kind: "group", key, name, fields, reasons })) context.madeGroups.add(idOf(row));
  }
}

function placeError({ madeGroups }: KumaContext, ancestors: readonly KumaRow[]): string | null {
  if (madeGroups.size >= GROUPS_MAX) return `There are more than ${GROUPS_MAX} groups.`;
  if (ancestors.length >= GROUP_DEPTH_MAX)
    return `Groups have at most ${GROUP_DEPTH_MAX} levels; its monitors are in the group above.`;
  const [parent] = ancestors;
  return parent === undefined || madeGroups.has(idOf(parent))
    ? null
    : "The group that contains it is not made.";
}

/** Groups of the same parent have different names. */
function uniqueName(
  row: KumaRow,
  { parentKey, names }: { parentKey: string | null; names: Set<string> },
): { name: string; reasons: string[] } {
  const { name: wanted, reasons } = readName(columnText(row, "name"), keyOfMonitor(idOf(row)));
  let name = wanted;
  for (let number = 2; names.has(`${parentKey}/${name}`); number += 1)
    name = `${cutText(wanted, 190)} (${number})`;
  names.add(`${parentKey}/${name}`);
  if (name !== wanted) reasons.push("Another group has the same name, so that a number is added.");
  return { name, reasons };
}

function differencesOf(row: KumaRow, { notificationsOf }: KumaContext): string[] {
  const hasNotifications = (notificationsOf.get(idOf(row)) ?? []).length > 0;
  return [
    ...(hasNotifications ? ["A group has no notifications; each of its monitors has its own."] : []),
    ...(isActive(row) ? [] : ["It is paused in Uptime Kuma; its monitors are paused instead."]),
    ...(columnNumber(row, "upside_down") === 1 ? ["A group cannot be inverted."] : []),
  ];
}

/** A higher weight comes first. */
function positionOf(row: KumaRow, groups: readonly { row: KumaRow }[]): { position?: number } {
  const weightOf = (each: KumaRow) => columnNumber(each, "weight") ?? DEFAULT_WEIGHT;
  const siblings = groups.filter((each) => columnNumber(each.row, "parent") === columnNumber(row, "parent"));
  const heavier = new Set(
    siblings.map((each) => weightOf(each.row)).filter((weight) => weight > weightOf(row)),
  );
  return heavier.size === 0 ? {} : { position: heavier.size };
}
