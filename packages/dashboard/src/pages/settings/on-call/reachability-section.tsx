import { useQuery } from "@tanstack/react-query";
import type { MemberReach } from "@vedette/contract/on-call/on-call-settings.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { t } from "../../../language/t.ts";
import { CONTACT_LABELS } from "../profile/contact-methods/contact-labels.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Shows which members are hard to reach. */
export function ReachabilitySection() {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.list("on-call-settings", "reachability"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/on-call/reachability", { signal })),
  });
  return (
    <SettingsSection
      title={t("Reachability")}
      description={t("Members with the fewest contact methods come first.")}
    >
      <LoadState data={data} error={error} lines={4} />
      {data && (
        <ul className="divide-y divide-line">
          {data.members.map((member) => (
            <MemberItem key={member.person_id} member={member} />
          ))}
        </ul>
      )}
      {data?.has_more && <p className="text-soft">{t("Members who are easier to reach are not shown.")}</p>}
    </SettingsSection>
  );
}

function MemberItem({ member: { name, contact_types: types, problems } }: { member: MemberReach }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {problems.length > 0 && <p className="text-[0.8125rem] text-soft">{problems.join(" ")}</p>}
      </div>
      {types.length === 0 ? (
        <StatusBadge status="down" word={t("Unreachable")} />
      ) : (
        <span className="text-soft">{types.map((type) => CONTACT_LABELS[type]).join(", ")}</span>
      )}
    </li>
  );
}
