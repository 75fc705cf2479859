import { Link } from "@tanstack/react-router";
import { useRole } from "../../app/role.ts";
import { useSession } from "../../app/session.tsx";
import { IconButton } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { usePreferences } from "../../features/preferences/use-preferences.ts";
import { useLocations } from "../../features/targets/fields/use-locations.ts";
import { t } from "../../language/t.ts";
import { useChannels, useRules } from "../alerts/use-lists.ts";
import { useMembers } from "../settings/members/use-members.ts";
import { useStatusPages } from "../status-pages/use-status-pages.ts";
import { type ChecklistStep, checklistSteps, isComplete } from "./checklist-steps.ts";

/** The steps of the first hour, for those who can take all of them. Gone when they are done, or dismissed. */
export function Checklist({ targets }: { targets: number }) {
  const { reaches } = useRole();
  const { preferences, isReady } = usePreferences();
  if (!isReady || preferences.dismissed.includes("checklist") || !reaches("admin")) return null;
  return <OpenChecklist targets={targets} />;
}

function OpenChecklist({ targets }: { targets: number }) {
  const { organization } = useSession();
  const { preferences, change } = usePreferences();
  const { data: rules } = useRules();
  const { data: channels } = useChannels();
  const { items: members } = useMembers(organization?.id);
  const { data: locations } = useLocations();
  const { data: pages } = useStatusPages();
  if (!rules || !channels || !members || !locations || !pages) return null;
  const hasPrivateLocation = locations.some((location) => location.private);
  const steps = checklistSteps({
    ...{ targets, rules, channels, people: members.length, hasPrivateLocation },
    statusPages: pages.length,
  });
  if (isComplete(steps)) return null;
  const open = steps.filter(({ isDone }) => !isDone).length;
  return (
    <section className="card grid gap-2 px-4 py-3" aria-labelledby="checklist">
      <div className="flex items-center justify-between gap-2">
        <h2 id="checklist">
          {t("Get started: {done} of {count} done", { done: steps.length - open, count: steps.length })}
        </h2>
        <IconButton
          label={t("Dismiss")}
          icon="close"
          onClick={() => change({ dismissed: [...preferences.dismissed, "checklist"] })}
        />
      </div>
      <ol className="flex flex-wrap gap-x-6 gap-y-1.5 max-sm:flex-col">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { label, to, isDone } }: { step: ChecklistStep }) {
  if (isDone)
    return (
      <li className="flex items-center gap-2 text-soft">
        <Icon name="check" className="text-up" />
        <span>
          <s>{label}</s> <span className="sr-only">{t("done")}</span>
        </span>
      </li>
    );
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className="mx-0.5 size-3.5 flex-none rounded-full border border-line-strong" />
      <Link to={to} className="text-accent underline-offset-2 hover:underline">
        {label}
      </Link>
    </li>
  );
}
