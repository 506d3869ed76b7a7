import { useQueryClient } from '@tanstack/react-query';
import { Keyboard, LogOut, Plus, Search, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { MenuItem, MenuSection, type MenuSectionProps } from 'react-aria-components/Menu';
import { Separator } from 'react-aria-components/Separator';
import { lazyComponent } from '../kit/lazy-component.tsx';
import { loadCode } from '../kit/load-code.ts';
import { type OpenMenu, PopupMenu } from '../kit/popup-menu.tsx';
import { navigate } from '../kit/router/router.ts';
import { setTheme, THEMES, type Theme, useTheme } from '../kit/theme.ts';
import { leave } from '../session/leave.ts';
import { signOut } from '../session/sign-in.ts';
import { chooseWorkspace, useWorkspace } from '../session/workspace.tsx';
import { currentLocale, LANGUAGES, LOCALES, type Locale, loadMessages, setLocale, t } from '../words/messages.ts';

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

export const WorkspaceMenu = ({ onChosen, ...open }: OpenMenu & { onChosen: () => unknown }) => {
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
      <PopupMenu {...open} label={label} placement="bottom start">
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
      </PopupMenu>
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </>
  );
};

/** Of this browser, and of the person's emails. */
const useChooseLanguage = () => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  return (language: Locale) => {
    void setLocale(language, true, loadCode).catch(async (error: unknown) =>
      (await import('../kit/toast.ts')).notifyError(error),
    );
    void service.patchMe({ body: { language } }).then(
      (fresh) => queries.setQueryData(['me'], fresh),
      () => undefined,
    );
  };
};

interface AccountMenuProps extends OpenMenu {
  onHelp: () => void;
  onPalette: () => void;
}

export const AccountMenu = ({ onHelp, onPalette, ...open }: AccountMenuProps) => {
  const chooseLanguage = useChooseLanguage();
  return (
    <PopupMenu {...open} label={t('shell.account')} placement="top start">
      <Choice chosen={useTheme()} onChoose={(key) => setTheme(key as Theme)}>
        <Header>{t('shell.theme')}</Header>
        {THEMES.map((one) => (
          <MenuItem key={one} id={one}>
            {t(`shell.theme.${one}`)}
          </MenuItem>
        ))}
      </Choice>
      <Choice chosen={currentLocale()} onChoose={(key) => chooseLanguage(key as Locale)}>
        <Header>{t('common.language')}</Header>
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
      <MenuItem onAction={onPalette}>
        <Search aria-hidden="true" /> {t('shell.palette')}
      </MenuItem>
      <MenuItem onAction={onHelp}>
        <Keyboard aria-hidden="true" /> {t('keys.title')}
      </MenuItem>
      <MenuItem onAction={() => void leave(signOut)}>
        <LogOut aria-hidden="true" /> {t('shell.sign_out')}
      </MenuItem>
    </PopupMenu>
  );
};
