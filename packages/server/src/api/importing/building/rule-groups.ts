import { SELECTOR_TARGETS_MAX } from "@vedette/contract/targets/selector-limits.ts";
import type { ImportBuilder } from "./import-builder.ts";
import { hashedKey } from "./import-keys.ts";

/** Alerts of one target. Targets with equal alerts share a rule. */
export type TargetAlert = {
  target: string;
  /** Keys of channels that are made. */
  channels: readonly string[];
  /** Start of the key of the rule. */
  label: string;
  name: string;
  type: string;
  params: Readonly<Record<string, unknown>>;
  fields: Readonly<Record<string, unknown>>;
  reasons: readonly string[];
};

type RuleGroup = TargetAlert & { targets: Set<string>; allReasons: Set<string> };

/** Adds one rule for all alerts that differ only in their target. */
export class RuleGroups {
  readonly #groups = new Map<string, RuleGroup>();

  add(alert: TargetAlert): void {
    const { channels, label, type, params, fields } = alert;
    const identity = JSON.stringify([label, channels, type, params, fields]);
    const group = this.#groups.get(identity) ?? {
      ...alert,
      targets: new Set<string>(),
      allReasons: new Set<string>(),
    };
    group.targets.add(alert.target);
    for (const reason of alert.reasons) group.allReasons.add(reason);
    this.#groups.set(identity, group);
  }

  /** The key is from the settings, so that it stays when targets come and go. */
  addTo(builder: ImportBuilder): void {
    for (const [identity, { label, name, type, params, fields, channels, ...group }] of this.#groups) {
      const targets = [...group.targets];
      for (let start = 0; start < targets.length; start += SELECTOR_TARGETS_MAX) {
        const part = start === 0 ? "" : ` ${start / SELECTOR_TARGETS_MAX + 1}`;
        const key = builder.reserveKey("rule", `${hashedKey(label.slice(0, 40), identity)}${part}`);
        builder.add({
          kind: "rule",
          key,
          name: `${name}${part}`,
          fields: {
            ...fields,
            type,
            params,
            selector: { targets: targets.slice(start, start + SELECTOR_TARGETS_MAX) },
            channels,
          },
          reasons: [...group.allReasons],
        });
      }
    }
  }
}
