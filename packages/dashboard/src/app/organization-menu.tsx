import { useRouter } from "@tanstack/react-router";
import { Icon } from "../components/icon.tsx";
import { Menu, MenuItem } from "../components/menu.tsx";
import { useSession } from "./session.tsx";

/** Shows the current organization and switches to another one. */
export function OrganizationMenu() {
  const { organization, organizations, switchOrganization } = useSession();
  const router = useRouter();
  const name = organization?.name ?? "…";
  if (organizations.length < 2) return <p className="flex-none truncate px-2 font-semibold">{name}</p>;
  return (
    <Menu
      trigger={
        <>
          <span className="sr-only">Organization: </span>
          <span className="flex-1 truncate">{name}</span>
          <Icon name="choose" />
        </>
      }
    >
      {organizations.map(({ id, name: other }) => (
        <MenuItem
          key={id}
          isChosen={id === organization?.id}
          onChoose={() => {
            switchOrganization(id);
            void router.navigate({ to: "/" });
          }}
        >
          {other}
        </MenuItem>
      ))}
    </Menu>
  );
}
