import type { Schema } from "../../../api/client.ts";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { type AuditFilters, actionLabel } from "./audit-filters.ts";
import { fieldChanges } from "./field-changes.ts";
import { FieldDiff } from "./field-diff.tsx";

type AuditEntryItemProps = {
  entry: Schema<"AuditEntry">;
  /** Shows only what has the same actor, or the same target. */
  onOnly(part: Pick<AuditFilters, "actor" | "target">): void;
};

const KINDS = { key: "API key", member: "member", system: "server" };

/** One change; what it did to each field is behind it. */
export function AuditEntryItem({ entry, onOnly }: AuditEntryItemProps) {
  const { actor, action, target, before, after, created_at, ip, request_id } = entry;
  const changes = fieldChanges(before, after);
  const subject = nameOf(after) ?? nameOf(before);
  return (
    <li>
      <details className="group px-4.5 py-3">
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <span className="font-semibold wrap-anywhere">
            <Icon name="down" className="mr-2 inline text-soft group-open:rotate-180" />
            {actionLabel(action)}
            {subject && <span className="font-normal"> “{subject}”</span>}
          </span>
          <span className="wrap-anywhere text-soft">
            by {actor.name} ({KINDS[actor.kind]})
          </span>
          <span className="ml-auto text-[0.8125rem] whitespace-nowrap text-soft">
            <TimeAgo at={created_at} />
          </span>
        </summary>
        <div className="mt-3 grid gap-3">
          <FieldDiff changes={changes} />
          <p className="text-[0.8125rem] wrap-anywhere text-soft">
            {new Date(created_at).toLocaleString()} · {target.type.replaceAll("_", " ")}{" "}
            <code>{target.id}</code>
            {ip && ` · from ${ip}`}
            {request_id && (
              <>
                {" "}
                · request <code>{request_id}</code>
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onOnly({ target: target.id })}>All changes of this</Button>
            {actor.id !== null && (
              <Button onClick={() => onOnly({ actor: actor.id ?? "" })}>All by {actor.name}</Button>
            )}
          </div>
        </div>
      </details>
    </li>
  );
}

/** What people know it by, where the write told it. */
function nameOf(fields: Schema<"AuditEntry">["before"]): string | null {
  const name = fields?.name ?? fields?.email;
  return typeof name === "string" ? name : null;
}
