import { randomBytes } from "node:crypto";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { PageDomain, PageDomainCreate } from "@vedette/contract/status-pages/page-domains.ts";
import { PAGE_DOMAINS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import {
  DOMAIN_TOKEN_PATH,
  ownHosts,
  proofName,
} from "../../../pipeline/status-pages/domains/check-domain.ts";
import {
  deleteDomainRow,
  findDomain,
  insertDomain,
  isHostTaken,
  listDomains,
  type PageDomainRow,
} from "../../../pipeline/status-pages/domains/domain-queries.ts";
import { type VerifyDeps, verifyDomain } from "../../../pipeline/status-pages/domains/verify-domains.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import type { PageAddresses } from "../../../pipeline/status-pages/page-url.ts";
import { notifyPageChanged } from "../../../pipeline/status-pages/queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { getPage, lockPage, type PageReadContext, type PageWriteContext } from "./page-context.ts";

/** Own domains of a status page. */

type Place = { pageId: string; id: string };

/** What the verification of a domain needs. */
export type DomainDeps = Omit<VerifyDeps, "database" | "clock" | "addresses">;

const TOKEN_BYTES = 24;

export async function listPageDomains(ctx: PageReadContext, pageId: string): Promise<PageDomain[]> {
  const page = await getPage(ctx, pageId);
  return (await listDomains(ctx.db, ctx.orgId, page.id)).map((row) => toPageDomain(ctx, page, row));
}

export async function getPageDomain(ctx: PageReadContext, place: Place): Promise<PageDomain> {
  const { page, row } = await getRow(ctx, place);
  return toPageDomain(ctx, page, row);
}

export async function createPageDomain(
  ctx: PageWriteContext,
  pageId: string,
  { host }: PageDomainCreate,
): Promise<PageDomain> {
  const page = await lockPage(ctx, pageId);
  const others = await listDomains(ctx.db, ctx.orgId, page.id);
  if (others.length >= PAGE_DOMAINS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `A status page has at most ${PAGE_DOMAINS_MAX} domains. Delete one first.`,
    );
  const reason = await hostError(ctx, page, host);
  if (reason !== null) throw badFields([{ path: "host", message: reason }]);
  const now = new Date(ctx.clock.now());
  const row: PageDomainRow = {
    id: newId(now.getTime()),
    org_id: ctx.orgId,
    page_id: page.id,
    host,
    token: randomBytes(TOKEN_BYTES).toString("base64url"),
    ...{ dns_ok: false, verified_at: null, checked_at: null, error: null },
    next_check_at: now,
    created_at: now,
  };
  if ((await insertDomain(ctx.db, row)) === 0)
    throw badFields([{ path: "host", message: `'${host}' is a domain of this page already` }]);
  await notifyPageChanged(ctx.db, page.id);
  await audit(ctx, {
    action: "page_domain.create",
    target: targetOf(row.id),
    after: { page_id: page.id, host },
  });
  return toPageDomain(ctx, page, row);
}

export async function deletePageDomain(ctx: PageWriteContext, place: Place): Promise<void> {
  await lockPage(ctx, place.pageId);
  const { row } = await getRow(ctx, place);
  await deleteDomainRow(ctx.db, ctx.orgId, { pageId: row.page_id, id: row.id });
  await notifyPageChanged(ctx.db, row.page_id);
  const before = { page_id: row.page_id, host: row.host };
  await audit(ctx, { action: "page_domain.delete", target: targetOf(row.id), before });
}

/** Checks the domain now. Runs without a transaction, because it waits for other servers. */
export async function verifyPageDomain(
  ctx: PageWriteContext & { inTransaction<T>(work: (ctx: PageWriteContext) => Promise<T>): Promise<T> },
  deps: DomainDeps & Pick<VerifyDeps, "database">,
  place: Place,
): Promise<PageDomain> {
  const { page, row } = await getRow(ctx, place);
  const { clock, addresses } = ctx;
  const check = await verifyDomain(
    { ...deps, clock, addresses },
    { ...row, slug: page.slug, public_id: page.public_id },
  );
  const target = targetOf(row.id);
  await ctx.inTransaction((inner) =>
    audit(inner, { action: "page_domain.verify", target, after: { host: row.host, error: check.error } }),
  );
  return toPageDomain(ctx, page, { ...row, ...check });
}

/** Names of this server itself would take its dashboard away. */
async function hostError(
  { db, addresses }: PageWriteContext,
  page: StatusPageRow,
  host: string,
): Promise<string | null> {
  const { publicUrl, statusDomain } = addresses;
  const own = [publicUrl === null ? null : new URL(publicUrl).hostname, statusDomain];
  if (own.includes(host) || (statusDomain !== null && host.endsWith(`.${statusDomain}`)))
    return `'${host}' is a name of this server`;
  if (await isHostTaken(db, { host, pageId: page.id }))
    return `'${host}' is verified for another status page`;
  return null;
}

async function getRow(ctx: Pick<PageReadContext, "db" | "orgId">, { pageId, id }: Place) {
  const page = await getPage(ctx, pageId);
  const row = UUID_PATTERN.test(id) ? await findDomain(ctx.db, ctx.orgId, { pageId: page.id, id }) : null;
  if (!row) throw notFound("domain");
  return { page, row };
}

function toPageDomain(
  { addresses }: { addresses: PageAddresses },
  page: StatusPageRow,
  row: PageDomainRow,
): PageDomain {
  const [name] = ownHosts(addresses, page.slug);
  return {
    id: row.id,
    page_id: row.page_id,
    host: row.host,
    state: row.verified_at === null ? "pending" : "verified",
    records: [
      ...(name === undefined ? [] : [{ type: "CNAME" as const, name: row.host, value: name }]),
      { type: "TXT" as const, name: proofName(row.host), value: row.token },
    ],
    verification_url: `http://${row.host}${DOMAIN_TOKEN_PATH}/${page.public_id}`,
    token: row.token,
    checked_at: row.checked_at?.toISOString() ?? null,
    verified_at: row.verified_at?.toISOString() ?? null,
    error: row.error,
    created_at: row.created_at.toISOString(),
  };
}

function targetOf(id: string) {
  return { type: "page_domain", id } as const;
}
