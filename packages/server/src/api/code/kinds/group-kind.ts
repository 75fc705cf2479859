import { groupCreate, groupUpdate } from "@vedette/contract/targets/groups.ts";
import { type GroupRow, listGroups } from "../../../pipeline/groups/queries.ts";
import { createGroup, deleteGroup, updateGroup } from "../../resources/groups/service.ts";
import { type Kind, only, pick } from "./kind.ts";

export const GROUP_KIND: Kind = {
  kind: "group",
  auditType: "group",
  async list({ db, orgId }, ids) {
    const rows = only(await listGroups(db, orgId), ids);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      fields: fieldsOf(row),
      secretAt: () => null,
    }));
  },
  async normalize(_ctx, { body }) {
    const { description, parent_id, ...input } = groupCreate.parse(body);
    return fieldsOf({ ...input, description: description ?? "", parent_id: parent_id ?? null });
  },
  create: async (ctx, { body }) => (await createGroup(ctx, groupCreate.parse(body))).id,
  async update(ctx, { id }, { names, wanted }) {
    await updateGroup(ctx, id, groupUpdate.parse(pick(wanted, names)));
  },
  remove: deleteGroup,
};

function fieldsOf({
  name,
  description,
  parent_id,
  position,
  rollup,
}: Pick<GroupRow, "name" | "description" | "parent_id" | "position" | "rollup">) {
  return { name, description, parent_id, position, rollup };
}
