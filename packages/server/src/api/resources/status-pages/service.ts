import { SLUG_REDIRECT_DAYS, STATUS_PAGES_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import type {
  StatusPage,
  StatusPageCreate,
  StatusPageListQuery,
  StatusPageUpdate,
} from "@vedette/contract/status-pages/status-pages.ts";
import { actorId, audit, changedFields, MASKED } from "../../../pipeline/audit/audit.ts";
import { countStatusPages } from "../../../pipeline/quotas/queries.ts";
import { assertRoomForStatusPage } from "../../../pipeline/quotas/quotas.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import * as rows from "../../../pipeline/status-pages/queries.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { newId, newPublicId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { isUniqueViolation } from "../../../platform/storage/database-errors.ts";
import type { PasswordHashing } from "../../identity/passwords/password-hash.ts";
import { createFields, fieldErrors, mergeFields, type PageFields } from "./definition.ts";
import {
  getPage,
  lockPage,
  type PageReadContext,
  type PageWriteContext,
  rejectFields,
} from "./page-context.ts";
import { toStatusPages } from "./page-view.ts";
import { addComponent } from "./service-components.ts";

/** Status pages: their rules. `api/pages/` shows them to visitors. */

export type StatusPageContext = PageWriteContext & { hashing: PasswordHashing; hasMailServer: boolean };

const DAY_MS = 86_400_000;

export async function listStatusPages(
  ctx: PageReadContext,
  query: StatusPageListQuery,
): Promise<Page<StatusPage>> {
  const found = await rows.listPages(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(found, query, ({ id, created_at: at, title: name }) => ({ id, at, name }));
  return { data: await toStatusPages(ctx, data), meta };
}

export async function getStatusPage(ctx: PageReadContext, id: string): Promise<StatusPage> {
  return toView(ctx, await getPage(ctx, id));
}

export async function createStatusPage(ctx: StatusPageContext, input: StatusPageCreate): Promise<StatusPage> {
  const { db, orgId } = ctx;
  await assertRoomForStatusPage(ctx);
  if ((await countStatusPages(db, orgId)) >= STATUS_PAGES_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `This organization has ${STATUS_PAGES_MAX} status pages, the maximum. Delete one before you create another.`,
    );
  const fields = createFields(input);
  const password_hash = await hashOf(ctx, input.password);
  rejectFields(
    await fieldErrors(fields, { hasPassword: password_hash !== null, hasMailServer: ctx.hasMailServer }),
  );
  const now = new Date(ctx.clock.now());
  const row: StatusPageRow = {
    ...fields,
    id: newId(now.getTime()),
    org_id: orgId,
    public_id: newPublicId(),
    password_hash,
    access_version: 1,
    feed_token_hash: null,
    revision: 1,
    created_by: actorId(ctx.actor),
    created_at: now,
    updated_at: now,
  };
  await assertSlugIsFree(ctx, row);
  await save(ctx, row);
  await audit(ctx, { action: "status_page.create", target: targetOf(row.id), after: toLog(row) });
  for (const [position, component] of (input.components ?? []).entries())
    await addComponent(ctx, {
      page: row,
      input: { ...component, position, only_when_bad: false },
      path: `components.${position}.`,
    });
  return toView(ctx, row);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function updateStatusPage(
  ctx: StatusPageContext,
  id: string,
  input: StatusPageUpdate,
): Promise<StatusPage> {
  const row = await lockPage(ctx, id);
  const fields = mergeFields(row, input);
  const password_hash = input.password === undefined ? row.password_hash : await hashOf(ctx, input.password);
  rejectFields(
    await fieldErrors(fields, { hasPassword: password_hash !== null, hasMailServer: ctx.hasMailServer }),
  );
  if (isSame<PageFields>(row, fields) && password_hash === row.password_hash) return toView(ctx, row);
  if (fields.slug !== row.slug) await moveSlug(ctx, row, fields.slug);
  const changed = await change(ctx, row, {
    ...fields,
    password_hash,
    access_version: row.access_version + (endsAccess(row, { ...fields, password_hash }) ? 1 : 0),
  });
  const { before, after } = changedFields(toLog(row), toLog(changed));
  const passwordOnly = password_hash === row.password_hash ? {} : { password: MASKED };
  await audit(ctx, {
    action: "status_page.update",
    target: targetOf(id),
    before,
    after: { ...after, ...passwordOnly },
  });
  return toView(ctx, changed);
}

export async function deleteStatusPage(ctx: PageWriteContext, id: string): Promise<void> {
  const row = await lockPage(ctx, id);
  await rows.deletePage(ctx.db, ctx.orgId, row.id);
  await rows.notifyPageChanged(ctx.db, row.id);
  await audit(ctx, { action: "status_page.delete", target: targetOf(row.id), before: toLog(row) });
}

/** Stores changed fields with a higher revision and announces the change. */
export async function change(
  ctx: PageWriteContext,
  row: StatusPageRow,
  fields: Partial<StatusPageRow>,
): Promise<StatusPageRow> {
  const updatedAt = new Date(Math.max(ctx.clock.now(), row.updated_at.getTime() + 1));
  const changed = { ...row, ...fields, revision: row.revision + 1, updated_at: updatedAt };
  await save(ctx, changed);
  return changed;
}

/** Whether visitors who signed in before have to do so again. */
function endsAccess(
  row: StatusPageRow,
  after: Pick<StatusPageRow, "access" | "password_hash" | "email_domains">,
): boolean {
  return (
    row.access !== after.access ||
    row.password_hash !== after.password_hash ||
    row.email_domains.some((domain) => !after.email_domains.includes(domain))
  );
}

async function hashOf(
  { hashing }: Pick<StatusPageContext, "hashing">,
  password: string | null | undefined,
): Promise<string | null> {
  return password == null ? null : hashing.hash(password);
}

async function moveSlug(ctx: StatusPageContext, row: StatusPageRow, slug: string): Promise<void> {
  await assertSlugIsFree(ctx, { id: row.id, slug });
  const until = new Date(ctx.clock.now() + SLUG_REDIRECT_DAYS * DAY_MS);
  await rows.replaceSlug(ctx.db, row, { from: row.slug, to: slug, until });
}

async function assertSlugIsFree(
  { db, clock }: StatusPageContext,
  { id, slug }: Pick<StatusPageRow, "id" | "slug">,
): Promise<void> {
  if (await rows.isSlugTaken(db, { slug, pageId: id, now: new Date(clock.now()) })) throw slugTaken(slug);
}

async function save({ db }: PageWriteContext, row: StatusPageRow): Promise<void> {
  try {
    await rows.savePage(db, row);
  } catch (error) {
    // Another request took the slug since it was compared.
    if (isUniqueViolation(error)) throw slugTaken(row.slug, error);
    throw error;
  }
  await rows.notifyPageChanged(db, row.id);
}

function slugTaken(slug: string, cause?: unknown): AppError {
  return badFields(
    [
      {
        path: "slug",
        message: `'${slug}' is the address of another status page of this server; choose another`,
      },
    ],
    cause,
  );
}

async function toView(ctx: PageReadContext, row: StatusPageRow): Promise<StatusPage> {
  const [view] = await toStatusPages(ctx, [row]);
  if (!view) throw new Error("a status page was not shown");
  return view;
}

function targetOf(id: string) {
  return { type: "status_page", id } as const;
}

/** The writable fields, for the audit log. The style sheet is logged by its length. */
function toLog(row: PageFields): Record<string, unknown> {
  const { slug, title, description, published, access, email_domains, ip_allow, settings, custom_css } = row;
  return {
    ...{ slug, title, description, published, access, email_domains, ip_allow },
    ...settings,
    custom_css: `${custom_css.length} characters`,
  };
}
