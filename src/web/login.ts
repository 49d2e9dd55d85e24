import { createContext, use } from 'react';

/** The function that opens the login dialog, which the shell provides. */
export const LoginContext = createContext<() => void>(() => {
  throw new Error('outside of the shell');
});

/** Returns the function that opens the login dialog over the page: `const openLogin = useLogin()`. */
export function useLogin(): () => void {
  return use(LoginContext);
}
