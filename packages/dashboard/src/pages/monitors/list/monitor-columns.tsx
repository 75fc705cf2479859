import type { Target } from "@vedette/contract/targets/targets.ts";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { FailureReason } from "../../../features/targets/failure-reason.tsx";
import { type TargetColumns, targetColumns } from "../../../features/targets/target-columns.tsx";
import type { Selection } from "../../../features/targets/use-selection.ts";
import { responseText } from "../../../format.ts";
import { CheckNow } from "../detail/check-now.tsx";
import { RowHistory } from "./row-history.tsx";

/** Columns of the monitor list; `chosen` is null if the user cannot change monitors. */
export function monitorColumns(chosen: Selection | null): readonly Column<Target>[] {
  return targetColumns(KIND, chosen);
}

const KIND: TargetColumns<Target> = {
  noun: "monitors",
  title: "Monitor",
  line: ({ address }) => address,
  footer: (target) => <FailureReason target={target} />,
  own: [
    {
      id: "history",
      title: "Latest checks, last 24 h",
      isWideOnly: true,
      cell: ({ id, name }) => <RowHistory id={id} name={name} />,
    },
    {
      id: "response",
      title: "Response",
      isNumber: true,
      isWideOnly: true,
      cell: ({ last_duration_ms: ms, last_checked_at: at }) => (
        <>
          {responseText(ms)}
          <span className="block text-[0.8125rem] text-soft">
            {at === null ? "not checked yet" : <TimeAgo at={at} />}
          </span>
        </>
      ),
    },
  ],
  action: ({ id, name }) => <CheckNow id={id} name={name} />,
};
