import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut, Plus, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger, type Selection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { lazyComponent } from '../kit/lazy-component.ts';
import { signOut } from '../session/sign-in.ts';
import { LANGUAGES, LOCALES, type Locale, loadMessages, setLocale, useLocale, useText } from '../words/messages.ts';
import { AccountFace, WorkspaceFace } from './menu-buttons.tsx';
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts';
import { chooseWorkspace, useWorkspace } from './workspace.tsx';

const NewWorkspace = lazyComponent(
  () => Promise.all([import('../pages/workspace/new-workspace.tsx'), loadMessages('workspace')]),
  ([page]) => page.NewWorkspace,
);

/** One item is always selected. */
const chosenOf = (keys: Selection): string | undefined => (keys === 'all' ? undefined : [...keys].map(String)[0]);

export const WorkspaceMenu = ({ onChosen }: { onChosen: () => unknown }) => {
  const t = useText();
  const { workspace, workspaces } = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  const choose = (keys: Selection) => {
    const id = chosenOf(keys);
    if (id === undefined || id === workspace.id) return;
    onChosen();
    chooseWorkspace(id);
  };
  return (
    <>
      <MenuTrigger>
        <Button className="switcher">
          <WorkspaceFace />
        </Button>
        <Popover className="popover" placement="bottom start">
          <Menu className="menu" aria-label={t('shell.switch_workspace')}>
            <MenuSection
              aria-label={t('shell.switch_workspace')}
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[workspace.id]}
              onSelectionChange={choose}
            >
              {workspaces.map(({ id, name, role }) => (
                <MenuItem key={id} id={id} textValue={name}>
                  <span>{name}</span> <small>{t(`shell.role.${role}`)}</small>
                </MenuItem>
              ))}
            </MenuSection>
            <Separator />
            <MenuItem onAction={() => setMaking(true)}>
              <Plus aria-hidden="true" /> {t('shell.new_workspace')}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Suspense fallback={null}>{isMaking && <NewWorkspace onClose={() => setMaking(false)} />}</Suspense>
    </>
  );
};

export const AccountMenu = ({ onHelp }: { onHelp: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const [theme, locale] = [useTheme(), useLocale()];
  return (
    <MenuTrigger>
      <Button className="switcher">
        <AccountFace />
      </Button>
      <Popover className="popover" placement="top start">
        <Menu className="menu" aria-label={t('shell.account')}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => setTheme(chosenOf(keys) as Theme)}
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
            onSelectionChange={(keys) => void setLocale(chosenOf(keys) as Locale)}
          >
            <Header>{t('shell.language')}</Header>
            {LOCALES.map((one) => (
              <MenuItem key={one} id={one} textValue={LANGUAGES[one]}>
                <span lang={one}>{LANGUAGES[one]}</span>
              </MenuItem>
            ))}
          </MenuSection>
          <Separator />
          <MenuItem onAction={() => void navigate({ to: '/account' })}>
            <UserRound aria-hidden="true" /> {t('shell.account_settings')}
          </MenuItem>
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
