import { useRouter } from "@tanstack/react-router";
import { useLeave } from "../components/forms/use-leave.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu, MenuItem } from "../components/menu/menu.tsx";
import { t } from "../language/t.ts";
import { useSession } from "./session.tsx";

/** Shows the current organization and switches to another one. */
export function OrganizationMenu() {
  const { organization, organizations, switchOrganization } = useSession();
  const router = useRouter();
  const { leave, question } = useLeave();
  const name = organization?.name ?? "…";
  if (organizations.length < 2) return <p className="flex-none truncate px-2 font-semibold">{name}</p>;
  return (
    <>
      <Menu
        trigger={
          <>
            <span className="sr-only">{t("Organization:")} </span>
            <span className="flex-1 truncate">{name}</span>
            <Icon name="choose" />
          </>
        }
      >
        {organizations.map(({ id, name: other }) => (
          <MenuItem
            key={id}
            isChosen={id === organization?.id}
            onChoose={() =>
              leave(() => {
                switchOrganization(id);
                // The user was asked already.
                void router.navigate({ to: "/", ignoreBlocker: true });
              })
            }
          >
            {other}
          </MenuItem>
        ))}
      </Menu>
      {question}
    </>
  );
}
