import type { CodeRequest } from "@vedette/contract/code/to-create-request.ts";
import { statusPageCreate, statusPageUpdate } from "@vedette/contract/status-pages/status-pages.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import { listPages } from "../../../pipeline/status-pages/queries.ts";
import { createFields, type PageFields } from "../../resources/status-pages/definition.ts";
import {
  createStatusPage,
  deleteStatusPage,
  updateStatusPage,
} from "../../resources/status-pages/service.ts";
import { asJson, type Fields, KEPT, type Kind, type Live, mark, only, pick, UNREADABLE } from "./kind.ts";
import { changeParts, createParts, listParts, normalParts } from "./page-parts.ts";

const PAGES_MAX = 10_000;
const PARTS = new Set(["groups", "components"]);

/** The page, its groups and its components are one resource. */
export const PAGE_KIND: Kind = {
  kind: "status_page",
  auditType: "status_page",
  async list(ctx, ids) {
    const query = { sort: "created_at", limit: PAGES_MAX } as const;
    const rows = only(await listPages(ctx.db, ctx.orgId, { query, position: null }), ids);
    const lives: Live[] = [];
    for (const row of rows) lives.push(await toLive(ctx, row));
    return lives;
  },
  async normalize({ fingerprint }, request, live) {
    const { page, password } = read(request);
    const secret =
      password === KEPT ? live?.fields.password : password && mark(fingerprint(String(password)));
    return asJson({
      ...fieldsOf(createFields(page)),
      password: secret ?? null,
      ...normalParts(request.page),
    });
  },
  async create(ctx, request) {
    const { id } = await createStatusPage(ctx, read(request).page);
    await createParts(ctx, id, request.page);
    return id;
  },
  async update(ctx, { id }, { names, wanted, request }) {
    const password = names.includes("password") && { password: request.body.password ?? null };
    const own = names.filter((name) => !PARTS.has(name) && name !== "password");
    if (own.length > 0 || password !== false)
      await updateStatusPage(ctx, id, statusPageUpdate.parse({ ...pick(wanted, own), ...password }));
    if (names.some((name) => PARTS.has(name))) await changeParts(ctx, id, request.page);
  },
  remove: deleteStatusPage,
};

/** A password that is kept is not part of the request. */
function read({ body }: CodeRequest) {
  const { password, ...fields } = body;
  const isKept = password === KEPT;
  return {
    page: statusPageCreate.parse(isKept ? fields : body),
    password: isKept ? KEPT : (password ?? null),
  };
}

async function toLive(ctx: Parameters<Kind["list"]>[0], row: StatusPageRow): Promise<Live> {
  const password = row.password_hash === null ? null : UNREADABLE;
  return {
    id: row.id,
    name: row.title,
    fields: asJson({
      ...fieldsOf(row),
      password: password && mark(password),
      ...(await listParts(ctx, row.id)),
    }),
    secretAt: () => password,
  };
}

function fieldsOf(row: PageFields): Fields {
  const { slug, title, description, published, access, email_domains, ip_allow, custom_css, settings } = row;
  return { slug, title, description, published, access, email_domains, ip_allow, custom_css, ...settings };
}
