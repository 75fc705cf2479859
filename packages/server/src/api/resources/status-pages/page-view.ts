import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import {
  listFirstHosts,
  listImages,
  type PageImageRow,
} from "../../../pipeline/status-pages/domains/domain-queries.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import { pageUrl } from "../../../pipeline/status-pages/page-url.ts";
import type { PageReadContext } from "./page-context.ts";

/** Converts rows to the API representation. Secrets are shown as whether they are set. */
export async function toStatusPages(
  { db, orgId, addresses }: PageReadContext,
  rows: readonly StatusPageRow[],
): Promise<StatusPage[]> {
  const ids = rows.map(({ id }) => id);
  const hosts = new Map((await listFirstHosts(db, orgId, ids)).map(({ page_id, host }) => [page_id, host]));
  const images = Map.groupBy(await listImages(db, orgId, ids), ({ page_id }) => page_id);
  return rows.map((row) => {
    const url = pageUrl({ slug: row.slug, host: hosts.get(row.id) ?? null }, addresses);
    return toStatusPage(row, { url, images: images.get(row.id) ?? [] });
  });
}

function toStatusPage(
  row: StatusPageRow,
  { url, images }: { url: string; images: readonly PageImageRow[] },
): StatusPage {
  const { password_hash, feed_token_hash, access_version, revision, created_by, settings, ...same } = row;
  const imageOf = (name: PageImageRow["image"]) => {
    const found = images.find(({ image }) => image === name);
    if (!found) return null;
    return {
      url: `${url}/images/${name}?${found.hash}`,
      content_type: found.content_type,
      bytes: found.bytes,
    };
  };
  return {
    ...same,
    ...settings,
    url,
    has_password: password_hash !== null,
    has_feed_token: feed_token_hash !== null,
    images: {
      logo_light: imageOf("logo_light"),
      logo_dark: imageOf("logo_dark"),
      favicon: imageOf("favicon"),
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
