import { Link } from "@tanstack/react-router";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { buttonClass } from "../../../components/button.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { t } from "../../../language/t.ts";
import { ComponentStatusBadge } from "../component-status-badge.tsx";
import { usePageState } from "../use-status-pages.ts";
import { PublishButton } from "./publish-button.tsx";

export function EditorHeader({ page }: { page: StatusPage }) {
  const state = usePageState(page.id);
  return (
    <PageHeader
      title={page.title}
      badge={
        <>
          {page.published ? (
            <StatusBadge status="up" word={t("Published")} />
          ) : (
            <StatusBadge status="paused" word={t("Draft")} />
          )}
          {state !== undefined && state.components > 0 && (
            <ComponentStatusBadge status={state.status} isMeasured={state.is_measured} />
          )}
        </>
      }
      lead={page.url.replace(/^https?:\/\//, "")}
      actions={
        <>
          <a href={page.url} target="_blank" rel="noreferrer" className={buttonClass()}>
            {t("Open page")}
          </a>
          <ForRole>
            <Link
              to="/status-pages/$pageId/subscribers"
              params={{ pageId: page.id }}
              className={buttonClass()}
            >
              {t("Subscribers")}
            </Link>
            <PublishButton page={page} />
          </ForRole>
        </>
      }
    />
  );
}
