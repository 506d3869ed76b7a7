import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut, Plus, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, type MenuSectionProps, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { lazyComponent } from '../kit/lazy-component.tsx';
import { setTheme, THEMES, type Theme, useTheme } from '../kit/theme.ts';
import { signOut } from '../session/sign-in.ts';
import { chooseWorkspace, useWorkspace } from '../session/workspace.tsx';
import { LANGUAGES, LOCALES, type Locale, loadMessages, setLocale, useLocale, useText } from '../words/messages.ts';
import { AccountFace, WorkspaceFace } from './menu-buttons.tsx';

const NewWorkspace = lazyComponent(async () => {
  const [page] = await Promise.all([import('../pages/workspace/new-workspace.tsx'), loadMessages('workspace')]);
  return page.NewWorkspace;
}, null);

interface ChoiceProps extends Omit<MenuSectionProps<object>, 'onSelectionChange'> {
  chosen: string;
  onChoose: (key: string) => void;
}

const Choice = ({ chosen, onChoose, ...section }: ChoiceProps) => (
  <MenuSection
    {...section}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[chosen]}
    onSelectionChange={(keys) => keys !== 'all' && onChoose([...keys].map(String)[0] ?? chosen)}
  />
);

interface SwitcherProps {
  face: ReactNode;
  label: string;
  placement: 'bottom start' | 'top start';
  children: ReactNode;
}

const Switcher = ({ face, label, placement, children }: SwitcherProps) => (
  <MenuTrigger>
    <Button className="switcher">{face}</Button>
    <Popover className="popover" placement={placement}>
      <Menu className="menu" aria-label={label}>
        {children}
      </Menu>
    </Popover>
  </MenuTrigger>
);

export const WorkspaceMenu = ({ onChosen }: { onChosen: () => unknown }) => {
  const t = useText();
  const { workspace, workspaces } = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  const choose = (id: string) => {
    if (id === workspace.id) return;
    onChosen();
    chooseWorkspace(id);
  };
  const label = t('shell.switch_workspace');
  return (
    <>
      <Switcher face={<WorkspaceFace />} label={label} placement="bottom start">
        <Choice aria-label={label} chosen={workspace.id} onChoose={choose}>
          {workspaces.map(({ id, name, role }) => (
            <MenuItem key={id} id={id} textValue={name}>
              <span>{name}</span> <small>{t(`shell.role.${role}`)}</small>
            </MenuItem>
          ))}
        </Choice>
        <Separator />
        <MenuItem onAction={() => setMaking(true)}>
          <Plus aria-hidden="true" /> {t('shell.new_workspace')}
        </MenuItem>
      </Switcher>
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </>
  );
};

export const AccountMenu = ({ onHelp }: { onHelp: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Switcher face={<AccountFace />} label={t('shell.account')} placement="top start">
      <Choice chosen={useTheme()} onChoose={(key) => setTheme(key as Theme)}>
        <Header>{t('shell.theme')}</Header>
        {THEMES.map((one) => (
          <MenuItem key={one} id={one}>
            {t(`shell.theme.${one}`)}
          </MenuItem>
        ))}
      </Choice>
      <Choice chosen={useLocale()} onChoose={(key) => void setLocale(key as Locale)}>
        <Header>{t('shell.language')}</Header>
        {LOCALES.map((one) => (
          <MenuItem key={one} id={one} textValue={LANGUAGES[one]}>
            <span lang={one}>{LANGUAGES[one]}</span>
          </MenuItem>
        ))}
      </Choice>
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
    </Switcher>
  );
};
