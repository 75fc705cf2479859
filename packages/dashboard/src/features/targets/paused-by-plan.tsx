import { Link } from "@tanstack/react-router";
import { useRole } from "../../app/role.ts";
import { t } from "../../language/t.ts";

const WORDS = t("Paused: plan limit");

/** Explains a pause by the plan, with a link for users who can change the plan. */
export function PausedByPlan({ reason }: { reason: "plan" | null }) {
  const { reaches } = useRole();
  if (reason === null) return null;
  return (
    <span className="block text-[0.8125rem] text-soft">
      {reaches("admin") ? (
        <Link to="/settings/billing" className="underline underline-offset-2 hover:text-ink">
          {WORDS}
        </Link>
      ) : (
        WORDS
      )}
    </span>
  );
}
