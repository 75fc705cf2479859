import { PageHeader } from "../../components/page-header.tsx";
import { t } from "../../language/t.ts";
import { WhoShouldKnow } from "./who-should-know.tsx";

/** Sets up the first notifications, for those who left it out when they added their first target. */
export function NotificationsPage() {
  return (
    <>
      <PageHeader title={t("Set up notifications")} />
      <WhoShouldKnow />
    </>
  );
}
