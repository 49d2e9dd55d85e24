// Runs before the commands for development. It installs the packages if needed. With the argument `built` it also
// builds if needed, and with `build` it always builds.
import { prepare } from './prepare.mjs';

const [argument] = process.argv.slice(2);
if (argument === 'build') await prepare('build');
else await prepare(argument === 'built' ? 'all' : 'packages');
