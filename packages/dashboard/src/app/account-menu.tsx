import { useLeave } from "../components/forms/use-leave.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "../components/menu/menu.tsx";
import { useSession } from "./session.tsx";
import { THEME_LABELS, THEMES } from "./stored.ts";
import { setTheme, useTheme } from "./theme.ts";
import { useVisitor } from "./visitor.tsx";

/** The signed-in person, the theme and the sign-out command. */
export function AccountMenu({ onHelp }: { onHelp(): void }) {
  const { person } = useSession();
  const { signOut } = useVisitor();
  const theme = useTheme();
  const { leave, question } = useLeave();
  return (
    <>
      <Menu
        trigger={
          <>
            <Icon name="person" />
            <span className="sr-only">Account: </span>
            <span className="flex-1 truncate">{person?.name ?? "API key"}</span>
            <Icon name="choose" />
          </>
        }
      >
        {THEMES.map((choice) => (
          <MenuItem key={choice} isChosen={choice === theme} onChoose={() => setTheme(choice)}>
            {THEME_LABELS[choice]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onChoose={onHelp}>Keyboard shortcuts</MenuItem>
        <MenuItem href="/docs">API reference</MenuItem>
        <MenuSeparator />
        <MenuItem onChoose={() => leave(() => void signOut(null))}>Sign out</MenuItem>
      </Menu>
      {question}
    </>
  );
}
