import type { AuditEntry } from "@vedette/contract/people/audit-log.ts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { nounInSentence } from "../../../language/in-sentence.ts";
import { LOCALE } from "../../../language/language.ts";
import { Message } from "../../../language/message.tsx";
import { t, tContext } from "../../../language/t.ts";
import type { AuditFilters } from "./audit-filters.ts";
import { actionLabel, auditObjectLabel } from "./audit-labels.ts";
import { fieldChanges } from "./field-changes.ts";
import { FieldDiff } from "./field-diff.tsx";

type AuditEntryItemProps = {
  entry: AuditEntry;
  /** The names of objects by id. */
  names: ReadonlyMap<string, string>;
  /** Filters by the actor or the target of the entry. */
  onOnly(part: Pick<AuditFilters, "actor" | "target">): void;
};

const ACTOR_KIND_LABELS = {
  key: t("API key"),
  member: tContext("in a sentence", "member"),
  system: t("server"),
};

/** One change. Expand it to see the changed fields. */
export function AuditEntryItem({ entry, names, onOnly }: AuditEntryItemProps) {
  const { actor, action, target, before, after, created_at, ip, request_id } = entry;
  const changes = fieldChanges(before, after);
  const [isOpen, setOpen] = useState(false);
  const subject = nameOf(entry) ?? names.get(target.id);
  return (
    <li>
      <details className="group px-4.5 py-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <span className="font-semibold wrap-anywhere">
            <Icon name="down" className="me-2 inline text-soft group-open:rotate-180" />
            {actionLabel(action)}
            {subject && <span className="font-normal"> {t("“{subject}”", { subject })}</span>}
          </span>
          <span className="wrap-anywhere text-soft">
            {t("by {name} ({kind})", { name: actor.name, kind: ACTOR_KIND_LABELS[actor.kind] })}
          </span>
          <span className="ms-auto text-[0.8125rem] whitespace-nowrap text-soft">
            <TimeAgo at={created_at} />
          </span>
        </summary>
        <div className="mt-3 grid gap-3">
          {isOpen && <FieldDiff changes={changes} names={names} />}
          <p className="text-[0.8125rem] wrap-anywhere text-soft">
            {new Date(created_at).toLocaleString(LOCALE)} · {nounInSentence(auditObjectLabel(target.type))}{" "}
            <code>{target.id}</code>
            {ip && ` · ${t("from {ip}", { ip })}`}
            {request_id && (
              <>
                {" "}
                · <Message text="request {id}" values={{ id: <code>{request_id}</code> }} />
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onOnly({ target: target.id })}>{t("All changes to this object")}</Button>
            {actor.id !== null && (
              <Button onClick={() => onOnly({ actor: actor.id ?? "" })}>
                {t("All changes by {name}", { name: actor.name })}
              </Button>
            )}
          </div>
        </div>
      </details>
    </li>
  );
}

/** Returns the name or email of the object, if the entry contains it. */
export function nameOf({ before, after }: Pick<AuditEntry, "before" | "after">): string | null {
  for (const fields of [after, before]) {
    const name = fields?.name ?? fields?.email;
    if (typeof name === "string") return name;
  }
  return null;
}
