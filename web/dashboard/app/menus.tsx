import { ChevronsUpDown, Keyboard, LogOut, UserRound } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { signOut, useSession } from '../session/sign-in.ts';
import { LOCALES, type Locale, setLocale, useLocale, useText } from './messages.ts';
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts';
import { chooseWorkspace, useWorkspace } from './workspace.tsx';

const initials = (name: string) =>
  name
    .split(/[\s.@_-]+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('');

export const WorkspaceMenu = ({ onChosen }: { onChosen: () => unknown }) => {
  const t = useText();
  const { workspace, workspaces } = useWorkspace();
  const choose = (keys: 'all' | Set<string | number>) => {
    const [id] = keys === 'all' ? [] : keys;
    if (typeof id !== 'string' || id === workspace.id) return;
    onChosen();
    chooseWorkspace(id);
  };
  return (
    <MenuTrigger>
      <Button className="switcher">
        <span className="badge" aria-hidden="true">
          {initials(workspace.name)}
        </span>
        <span className="who">
          <span className="visually-hidden">{t('shell.switch_workspace')}: </span>
          <strong>{workspace.name}</strong>
          {workspace.personal && <small>{t('shell.personal')}</small>}
        </span>
        <ChevronsUpDown aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu
          className="menu"
          aria-label={t('shell.switch_workspace')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[workspace.id]}
          onSelectionChange={choose}
          items={workspaces.map(({ id, name, role }) => ({ id, name, role }))}
        >
          {({ id, name, role }) => (
            <MenuItem id={id} textValue={name}>
              <span>{name}</span>
              <small>{role}</small>
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};

const LANGUAGES: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' };

export const AccountMenu = ({ onHelp }: { onHelp: () => void }) => {
  const t = useText();
  const { person } = useSession();
  const [theme, locale] = [useTheme(), useLocale()];
  const first = (keys: 'all' | Set<string | number>) => (keys === 'all' ? undefined : [...keys][0]);
  return (
    <MenuTrigger>
      <Button className="switcher">
        <UserRound aria-hidden="true" />
        <span className="who">
          <span className="visually-hidden">{t('shell.account')}: </span>
          {person?.email}
        </span>
        <ChevronsUpDown aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="top start">
        <Menu className="menu" aria-label={t('shell.account')}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => setTheme(first(keys) as Theme)}
          >
            <Header>{t('shell.theme')}</Header>
            {THEMES.map((one) => (
              <MenuItem key={one} id={one}>
                {t(`shell.theme.${one}`)}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[locale]}
            onSelectionChange={(keys) => void setLocale(first(keys) as Locale)}
          >
            <Header>{t('shell.language')}</Header>
            {LOCALES.map((one) => (
              <MenuItem key={one} id={one}>
                {LANGUAGES[one]}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator />
          <MenuItem onAction={onHelp}>
            <Keyboard aria-hidden="true" /> {t('shell.shortcuts')}
          </MenuItem>
          <MenuItem onAction={signOut}>
            <LogOut aria-hidden="true" /> {t('shell.sign_out')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
