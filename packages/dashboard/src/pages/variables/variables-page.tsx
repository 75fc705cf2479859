import type { Variable } from "@vedette/contract/variables/variables.ts";
import { useState } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { ROLE_NAMES } from "../../app/for-role.tsx";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";
import { VariableActions } from "./variable-actions.tsx";
import { VariableForm } from "./variable-form.tsx";

type VariableSort = "created_at" | "-created_at" | "name" | "-name";

/** Lists the variables. Secret values are never shown. */
export function VariablesPage() {
  const api = useApi();
  const { reaches, role } = useRole();
  const [sort, setSort] = useState<VariableSort>("name");
  const [isAdding, setAdding] = useState(false);
  const { items, error, more } = usePages<Variable>({
    queryKey: keys.list("variables", sort),
    read: ({ signal, ...page }) =>
      pageOf(api.GET("/api/v1/variables", { params: { query: { sort, ...page } }, signal })),
  });
  const mayWrite = reaches("member");
  const add = mayWrite && (
    <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
      {t("Add variable")}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t("Variables")}
        lead={t(
          "Use a variable as {name} in monitors, API monitors and journeys. Secret values are never shown again.",
          { name: "{{NAME}}" },
        )}
        actions={items && items.length > 0 && add}
      />
      {role && !mayWrite && (
        <div className="mb-4">
          <Notice kind="hint">
            {t("Your role ({role}) can view variables. Members can change them.", { role: ROLE_NAMES[role] })}
          </Notice>
        </div>
      )}
      <ListTable
        caption={t("Variables")}
        columns={COLUMNS}
        rows={items}
        error={error}
        empty={{
          title: t("No variables yet"),
          description: t("Store a token or URL once and use it as {name} in several monitors.", {
            name: "{{NAME}}",
          }),
          action: add,
        }}
        sort={sort}
        onSort={(chosen) => setSort(chosen as VariableSort)}
        more={more}
      />
      {isAdding && <VariableForm variable={null} onClose={() => setAdding(false)} />}
    </>
  );
}

const COLUMNS: readonly Column<Variable>[] = [
  {
    id: "name",
    title: t("Name"),
    sort: "name",
    cell: ({ name }) => <code className="font-semibold wrap-anywhere">{name}</code>,
  },
  {
    id: "value",
    title: t("Value"),
    cell: ({ type, value }) =>
      type === "secret" ? (
        <StatusBadge status="paused" word={t("Secret (hidden)")} />
      ) : value === "" ? (
        <span className="text-soft">{t("Empty")}</span>
      ) : (
        <code className="line-clamp-2 max-w-lg max-md:max-w-64">{value}</code>
      ),
  },
  {
    id: "updated",
    title: t("Updated"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ updated_at }) => <TimeAgo at={updated_at} />,
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    isMenu: true,
    isNumber: true,
    cell: (variable) => <VariableActions variable={variable} />,
  },
];
