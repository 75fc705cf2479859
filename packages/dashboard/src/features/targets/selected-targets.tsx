import { useQuery } from "@tanstack/react-query";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { useDeferredValue } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { TargetLink } from "./target-names.tsx";

const NAMED_MAX = 8;

/** How many targets a selector selects now, and the first of them. */
export function SelectedTargets({ selector }: { selector: Selector }) {
  const api = useApi();
  const text = useDeferredValue(JSON.stringify(selector));
  const { data } = useQuery({
    queryKey: keys.list("targets", "selected", text),
    queryFn: ({ signal }) => {
      const query = { selector: text, sort: "name" as const };
      return pageOf(api.GET("/api/v1/targets", { params: { query }, signal }));
    },
    placeholderData: (previous) => previous,
  });
  if (data === undefined) return null;
  const { items, nextCursor } = data;
  return (
    <p className="rounded-lg bg-raised px-3.5 py-2.5 wrap-anywhere" role="status">
      <Message
        text="Selects {count} now"
        values={{
          count: (
            <strong>
              {t("{count}{more} {count, plural, one {target} other {targets}}", {
                count: items.length,
                more: nextCursor === null ? "" : "+",
              })}
            </strong>
          ),
        }}
      />
      {items.length > 0 && ": "}
      {items.slice(0, NAMED_MAX).map(({ id, kind, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <TargetLink target={{ type: kind, id }} name={name} />
        </span>
      ))}
      {items.length > NAMED_MAX && t(", and {count} more", { count: items.length - NAMED_MAX })}
      {items.length === 0 && t(" and those added later")}.
    </p>
  );
}
