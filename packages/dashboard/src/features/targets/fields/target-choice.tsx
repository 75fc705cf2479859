import { useDeferredValue, useId, useState } from "react";
import { t } from "../../../language/t.ts";
import { TARGET_KIND_LABELS, type TargetKind } from "../../alerts/alert-labels.ts";
import { TargetName, useTargets } from "../target-names.tsx";
import type { TargetRef } from "../target-ref.ts";

type TargetChoiceProps = {
  label: string;
  kinds: readonly TargetKind[];
  isSingle?: boolean;
  chosen: readonly TargetRef[];
  onChosen(chosen: TargetRef[]): void;
  error: string | null;
};

/** With more targets, searching is faster than scrolling. */
const SHOWN_MAX = 50;

/** Selects one or several targets, with a search. Selected targets stay visible in every search. */
export function TargetChoice({ label, kinds, isSingle = false, chosen, onChosen, error }: TargetChoiceProps) {
  const [text, setText] = useState("");
  const { targets, isLoading } = useTargets(kinds, useDeferredValue(text.trim()));
  const group = useId();
  const isChosen = (id: string) => chosen.some((target) => target.id === id);
  const found = targets.filter(({ id }) => !isChosen(id)).slice(0, SHOWN_MAX);

  function toggle({ type, id }: TargetRef): void {
    if (isSingle) onChosen([{ type, id }]);
    else onChosen(isChosen(id) ? chosen.filter((other) => other.id !== id) : [...chosen, { type, id }]);
  }

  const line = (target: TargetRef) => (
    <label key={target.id} className="flex min-h-9 items-center gap-2.5 px-3 py-1.5 hover:bg-raised">
      <input
        type={isSingle ? "radio" : "checkbox"}
        name={group}
        className="size-4 flex-none accent-(--accent)"
        checked={isChosen(target.id)}
        onChange={() => toggle(target)}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <TargetName target={target} />
      </span>
      <span className="text-[0.8125rem] whitespace-nowrap text-soft">{TARGET_KIND_LABELS[target.type]}</span>
    </label>
  );

  return (
    <fieldset className="grid gap-2" aria-describedby={error ? `${group}-error` : undefined}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <input
        type="search"
        className="min-h-10 w-full rounded-lg border border-line-strong bg-surface px-3"
        aria-label={t("{label}: search by name", { label })}
        placeholder={t("Search by name")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="max-h-44 overflow-y-auto rounded-lg border border-line">
        {chosen.map(line)}
        {found.map(line)}
        {found.length === 0 && chosen.length === 0 && (
          <p className="px-3 py-2 text-soft">{isLoading ? t("Loading …") : t("No targets match.")}</p>
        )}
      </div>
      {error && (
        <p id={`${group}-error`} className="text-[0.8125rem] text-down">
          {error}
        </p>
      )}
    </fieldset>
  );
}
