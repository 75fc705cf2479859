import { useLeave } from "../components/forms/use-leave.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "../components/menu/menu.tsx";
import { chooseLanguage, LANGUAGE, LANGUAGES, type Language } from "../language/language.ts";
import { t } from "../language/t.ts";
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
            <span className="sr-only">{t("Account:")} </span>
            <span className="flex-1 truncate">{person?.name ?? t("API key")}</span>
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
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <MenuItem
            key={language}
            isChosen={language === LANGUAGE}
            onChoose={() => leave(() => chooseLanguage(language as Language))}
          >
            <span lang={language}>{name}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onChoose={onHelp}>{t("Keyboard shortcuts")}</MenuItem>
        <MenuItem href="/docs">{t("API reference")}</MenuItem>
        <MenuSeparator />
        <MenuItem onChoose={() => leave(() => void signOut(null))}>{t("Sign out")}</MenuItem>
      </Menu>
      {question}
    </>
  );
}
