import { Link } from "@tanstack/react-router";
import type { ScheduleImport } from "@vedette/contract/on-call/schedule-import.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";
import { MadeLists } from "./made-lists.tsx";

/** The last step for schedules: what was made, with links to the lists. */
export function OnCallImportDone({ result, onAgain }: { result: ScheduleImport; onAgain(): void }) {
  const { schedules, policies, missing_people: missing } = result;
  const lists = [
    { kind: "schedule", to: "/schedules", count: schedules.length },
    { kind: "escalation_policy", to: "/escalation-policies", count: policies.length },
  ] as const;
  return (
    <>
      <Notice kind="done">
        {t("Import complete: {count} created.", { count: schedules.length + policies.length })}
      </Notice>
      {missing.length > 0 && (
        <Notice kind="warning">
          {t(
            "{count, plural, one {# person is} other {# people are}} not a member, so no one is on call in their turns. Invite them under Settings, Members, then add them to the layers.",
            { count: missing.length },
          )}
        </Notice>
      )}
      <MadeLists lists={lists} />
      <div className="flex flex-wrap gap-2">
        <Link to="/on-call" className={buttonClass("primary")}>
          {t("Show who is on call")}
        </Link>
        <Button onClick={onAgain}>{t("Import more")}</Button>
      </div>
    </>
  );
}
