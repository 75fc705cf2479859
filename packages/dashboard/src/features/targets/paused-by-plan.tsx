import { Link } from "@tanstack/react-router";
import { useRole } from "../../app/role.ts";

const WORDS = "Paused: the plan's limit";

/** Why something is paused that nobody has paused; who may take another plan is led there. */
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
