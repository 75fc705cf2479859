import { sloCreate, sloUpdate } from "@vedette/contract/slos/slos.ts";
import { getTimezone } from "../../resources/organizations/service.ts";
import { sloCreateFields } from "../../resources/slos/definition.ts";
import { listAllSlos, type SloFields } from "../../resources/slos/queries.ts";
import { changeSlo, createSlo, removeSlo } from "../../resources/slos/service.ts";
import { asJson, type Fields, type Kind, only, pick } from "./kind.ts";
import { normalSelector } from "./selector-form.ts";

export const SLO_KIND: Kind = {
  kind: "slo",
  auditType: "slo",
  async list({ db, orgId }, ids) {
    const rows = only(await listAllSlos(db, orgId), ids);
    return rows.map((row) => ({ id: row.id, name: row.name, fields: fieldsOf(row), secretAt: () => null }));
  },
  async normalize({ db, orgId }, { body }) {
    return fieldsOf(sloCreateFields(sloCreate.parse(body), { timezone: await getTimezone(db, orgId) }));
  },
  create: async (ctx, { body }) => (await createSlo(ctx, sloCreate.parse(body))).id,
  async update(ctx, { id }, { names, wanted }) {
    const selector = names.includes("selector") && { selector: wanted.selector ?? {} };
    await changeSlo(ctx, { id, input: sloUpdate.parse({ ...pick(wanted, names), ...selector }) });
  },
  remove: removeSlo,
};

function fieldsOf(fields: SloFields): Fields {
  const { name, description, objective, window, timezone, sli, latency_ms, exclude_maintenance } = fields;
  return asJson({
    ...{ name, description, objective, window, timezone, sli, latency_ms, exclude_maintenance },
    selector: normalSelector(fields.selector),
  });
}
