import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { CHANNEL_KIND } from "./channel-kind.ts";
import { GROUP_KIND } from "./group-kind.ts";
import type { Kind } from "./kind.ts";
import { PAGE_KIND } from "./page-kind.ts";
import { POLICY_KIND } from "./policy-kind.ts";
import { RULE_KIND } from "./rule-kind.ts";
import { SCHEDULE_KIND } from "./schedule-kind.ts";
import { SLO_KIND } from "./slo-kind.ts";
import { targetKinds } from "./target-kinds.ts";
import { VARIABLE_KIND } from "./variable-kind.ts";
import { WINDOW_KIND } from "./window-kind.ts";

export type Kinds = ReadonlyMap<CodeKind, Kind>;

/** All kinds of resources. A new one needs a file in this folder, a line here, and its section in the contract. */
export function createKinds(vault: Vault): Kinds {
  const kinds = [
    ...[VARIABLE_KIND, GROUP_KIND, CHANNEL_KIND, SCHEDULE_KIND, POLICY_KIND],
    ...targetKinds(vault),
    ...[SLO_KIND, RULE_KIND, PAGE_KIND, WINDOW_KIND],
  ];
  return new Map(kinds.map((kind) => [kind.kind, kind]));
}

export function adapterOf(kinds: Kinds, name: CodeKind): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`there is no kind '${name}'`);
  return kind;
}
