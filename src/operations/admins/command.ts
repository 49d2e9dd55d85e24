import {
  createAdmin,
  disableAdmin,
  listAdmins,
  removeLostSecondFactor,
  unbindLostIdentity,
} from '../../features/accounts/exports.ts';
import { dateOf } from '../../shared/berlin.ts';
import { readArguments, runCommand, printLine, withInstallation } from '../commands/installation.ts';
import { ask, canAsk } from '../commands/terminal.ts';
import type { Db } from '../../platform/database/db.ts';
import { readSettings } from '../../platform/settings/settings.ts';

const usage = `Accounts of admins, on the database that DATABASE_URL or DATA_DIR names:

  npm run admin -- create --email anna@provider.example --first-name Anna --last-name Berg [--gender f]
  npm run admin -- list
  npm run admin -- disable --email anna@provider.example
  npm run admin -- reset-second-factor --email anna@provider.example
  npm run admin -- unbind --email anna@provider.example

--gender is m, f or d. 'create' prints a one-time password; it also lets a disabled admin in again, without the names.
At a terminal it asks for what is missing.
'reset-second-factor' is for admins and coaches who have lost their app and codes: their password alone then suffices.
'unbind' is for admins and coaches with a new account at the identity provider: their next sign-in binds it.`;

const stringOption = { type: 'string' } as const;
const options = { email: stringOption, 'first-name': stringOption, 'last-name': stringOption, gender: stringOption };

const genders = ['m', 'f', 'd'] as const;

async function main(): Promise<void> {
  const { positionals, values } = readArguments(usage, { options, allowPositionals: true });
  const [command = '', ...extraArguments] = positionals;
  const needsEmail = ['create', 'disable', 'reset-second-factor', 'unbind'].includes(command);
  const refuse = (reason: string): never => {
    throw new Error(`${reason}\n\n${usage}`);
  };
  if (command === '') throw new Error(usage);
  if (!needsEmail && command !== 'list') refuse(`'${command}' is not one of the commands.`);
  if (extraArguments.length > 0) refuse(`'${command}' takes no '${extraArguments.join(' ')}'.`);
  if (values.email && !needsEmail) refuse(`'${command}' takes no --email.`);
  if (values.gender && !genders.some((gender) => gender === values.gender))
    refuse(`--gender is m, f or d, not '${values.gender}'.`);
  const email = needsEmail ? await complete(command, 'email', values.email) : '';
  await withInstallation(readSettings(process.env), 'migrate', async ({ db }) => {
    if (command === 'create') await create(db, email, values);
    else if (command === 'list') await list(db);
    else if (command === 'disable') await disable(db, email);
    else if (command === 'unbind') {
      await unbindLostIdentity(db, email);
      printLine(`The next sign-in of ${email} binds an account again; all sessions have ended.`);
    } else {
      await removeLostSecondFactor(db, email);
      printLine(`${email} signs in with the password alone; all sessions have ended.`);
    }
  });
}

type OptionValues = { [Name in keyof typeof options]?: string | undefined };

const questions = { email: 'E-mail address', 'first-name': 'First name', 'last-name': 'Last name' };

/**
 * Returns the value of an option. If it is missing, asks for it, or throws an error that names it if there is no
 * terminal.
 */
async function complete(command: string, option: keyof typeof questions, value: string | undefined): Promise<string> {
  const text = value?.trim();
  if (text) return text;
  if (canAsk()) return ask(questions[option]);
  throw new Error(`'${command}' needs --${option}.\n\n${usage}`);
}

async function create(db: Db, email: string, values: OptionValues): Promise<void> {
  // An admin who comes back keeps their name.
  const known = (await listAdmins(db)).find((admin) => admin.email?.toLowerCase() === email.toLowerCase());
  const { outcome, password } = await createAdmin(db, {
    email,
    firstName: known?.firstName ?? (await complete('create', 'first-name', values['first-name'])),
    lastName: known?.lastName ?? (await complete('create', 'last-name', values['last-name'])),
    gender: genders.find((gender) => gender === values.gender) ?? 'd',
  });
  const outcomeTexts = {
    created: 'is an admin now',
    enabled: 'is an active admin again',
    renewed: 'gets a new one-time password',
  };
  printLine(`${email} ${outcomeTexts[outcome]}.`);
  printLine('One-time password, for one sign-in within 24 hours; a new one has to be chosen then:\n');
  printLine(`  ${password}\n`);
  printLine('It is shown only here. If it gets lost, run the same command again.');
}

async function list(db: Db): Promise<void> {
  const admins = await listAdmins(db);
  if (admins.length === 0) printLine('There is no admin yet: npm run admin -- create --email …');
  for (const { email, firstName, lastName, active, hasPassword, createdAt } of admins) {
    const activeLabel = hasPassword ? 'active' : 'active, has not chosen a password yet';
    const label = active ? activeLabel : 'disabled';
    printLine(`${email}  ${firstName} ${lastName}  since ${dateOf(createdAt)}  ${label}`);
  }
}

async function disable(db: Db, email: string): Promise<void> {
  const outcome = await disableAdmin(db, email);
  printLine(
    outcome === 'disabled' ? `${email} is disabled; all sessions have ended.` : `${email} was disabled before.`,
  );
}

runCommand(main);
