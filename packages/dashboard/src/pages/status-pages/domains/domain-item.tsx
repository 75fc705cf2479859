import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PageDomain } from "@vedette/contract/status-pages/page-domains.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";

type DomainItemProps = { pageId: string; domain: PageDomain };

export function DomainItem({ pageId, domain }: DomainItemProps) {
  const { id, host, state, records, checked_at: checkedAt, error } = domain;
  const isVerified = state === "verified";
  return (
    <section aria-labelledby={`domain-${id}`} className="card grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`domain-${id}`} className="font-semibold wrap-anywhere">
          {host}
        </h3>
        {isVerified ? (
          <StatusBadge status="up" word={t("Verified")} />
        ) : (
          <StatusBadge status="pending" word={t("Pending")} />
        )}
      </div>
      {error !== null && <Notice kind="warning">{error}</Notice>}
      {!isVerified && (
        <div className="grid gap-2">
          <p>
            {records.some(({ type }) => type === "CNAME")
              ? t("Set the CNAME at your DNS provider.")
              : t("At your DNS provider, lead the name to this server with a CNAME, A or AAAA record.")}{" "}
            {t("The TXT record is needed only if a message above says so.")}
          </p>
          <DnsRecords host={host} records={records} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <ForRole>
          <CheckDomain pageId={pageId} domain={domain} />
          <DeleteDomain pageId={pageId} domain={domain} />
        </ForRole>
        <span className="text-soft">
          {checkedAt === null ? (
            t("Not checked yet")
          ) : (
            <Message text="Checked {time}" values={{ time: <TimeAgo at={checkedAt} /> }} />
          )}
        </span>
      </div>
    </section>
  );
}

function DnsRecords({ host, records }: Pick<PageDomain, "host" | "records">) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-start">
        <caption className="sr-only">{t("DNS records of {host}", { host })}</caption>
        <thead className="text-[0.8125rem] text-soft">
          <tr>
            <th className="py-1 pe-4 font-normal">{t("Type")}</th>
            <th className="py-1 pe-4 font-normal">{t("Name")}</th>
            <th className="py-1 pe-4 font-normal">{t("Value")}</th>
            <th className="py-1">
              <span className="sr-only">{t("Actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ type, name, value }) => (
            <tr key={`${type} ${name}`} className="border-t border-line">
              <th scope="row" className="py-2 pe-4 font-semibold">
                {type}
              </th>
              <td className="py-2 pe-4 whitespace-nowrap">
                <code>{name}</code>
              </td>
              <td className="py-2 pe-4 whitespace-nowrap">
                <code>{value}</code>
              </td>
              <td className="py-2 text-end">
                <CopyButton text={value} label={t("Copy value")} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CheckDomain({ pageId, domain: { id, host } }: DomainItemProps) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { id: pageId, domain_id: id } };
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/status-pages/{id}/domains/{domain_id}/verify", { params })),
    onSuccess: (checked) => {
      toast(
        checked.state === "verified"
          ? t("{host} is verified.", { host })
          : t("{host} is not verified yet.", { host }),
      );
      return queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    },
    onError: toastError,
  });
  return (
    <Button
      busy={isPending && t("Checking …")}
      aria-label={t("Check now: {host}", { host })}
      onClick={() => mutate()}
    >
      {t("Check now")}
    </Button>
  );
}

function DeleteDomain({ pageId, domain: { id, host } }: DomainItemProps) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={t("Delete")}
      longLabel={t("Delete: {host}", { host })}
      title={t("Delete {host}?", { host })}
      description={t("The page is no longer shown at this host name.")}
      action={{
        label: t("Delete domain"),
        busy: t("Deleting …"),
        async run() {
          await api.DELETE("/api/v1/status-pages/{id}/domains/{domain_id}", {
            params: { path: { id: pageId, domain_id: id } },
          });
          await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
        },
      }}
    />
  );
}
