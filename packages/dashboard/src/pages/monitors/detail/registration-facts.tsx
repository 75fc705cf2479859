import type { Registration } from "@vedette/contract/targets/monitor-state/registration.ts";
import type { ReactNode } from "react";
import { FactList } from "../../../components/fact-list.tsx";
import { Notice } from "../../../components/notice.tsx";
import { absoluteTime, TimeAgo } from "../../../components/time-ago.tsx";
import { sentenceOf } from "../../../format.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";

/** What the registry publishes about the domain of a monitor. */
export function RegistrationFacts({ registration }: { registration: Registration }) {
  const { domain, state, error, looked_up_at: lookedUpAt } = registration;
  return (
    <section className="card grid gap-3 p-4">
      <h2>{t("Domain {domain}", { domain })}</h2>
      {state === "unknown" && error === null && <p>{t("The registry is asked within minutes.")}</p>}
      {state === "missing" && <p>{t("The registry does not know this domain.")}</p>}
      {state === "unsupported" && (
        <p>
          {t(
            "The registry of this top-level domain publishes nothing by RDAP. Watch the domain at its registrar.",
          )}
        </p>
      )}
      {state === "found" && <FactList facts={factsOf(registration)} />}
      {error !== null && (
        <Notice kind="warning">{t("The last lookup failed: {reason}", { reason: sentenceOf(error) })}</Notice>
      )}
      {lookedUpAt !== null && (
        <p className="text-[0.8125rem] text-soft">
          <Message text="Looked up {time}" values={{ time: <TimeAgo at={lookedUpAt} /> }} />
        </p>
      )}
    </section>
  );
}

function factsOf({
  expires_at: expiresAt,
  registrar,
  statuses,
  nameservers,
  dnssec,
}: Registration): [string, ReactNode][] {
  return [
    [t("Expires"), expiresAt === null ? t("not published") : absoluteTime(expiresAt)],
    [t("Registrar"), registrar ?? t("not published")],
    [t("Status"), statuses.join(", ") || t("none")],
    [t("Name servers"), nameservers.join(", ") || t("none")],
    ["DNSSEC", dnssec === null ? t("not published") : dnssec ? t("signed") : t("not signed")],
  ];
}
