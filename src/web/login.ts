import { createContext, use } from 'react';

/** Opens the login dialog; the shell provides it. */
export const LoginContext = createContext<() => void>(() => {
  throw new Error('outside of the shell');
});

/** `const openLogin = useLogin()`: opens the login dialog over the page. */
export function useLogin(): () => void {
  return use(LoginContext);
}
