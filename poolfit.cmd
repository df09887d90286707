@echo off
rem Runs Poolfit's release on Windows: advise, predict, report, compare and history, which read files alone.
setlocal
set "java=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "java=%JAVA_HOME%\bin\java.exe"
"%java%" -version >nul 2>&1
if errorlevel 1 (
    echo Poolfit needs Java 17 or newer, and there is no java on the PATH. 1>&2
    echo   What to do: install it or set JAVA_HOME. 1>&2
    exit /b 3
)
rem The texts are UTF-8; the console gets back its code page.
for /f "tokens=2 delims=:" %%p in ('chcp') do set "page=%%p"
chcp 65001 >nul
"%java%" -Xms64m -Xmx256m -XX:+UseSerialGC -Dpoolfit.home="%~dp0." -Dpoolfit.command=poolfit %POOLFIT_JAVA_OPTS% -jar "%~dp0lib\poolfit.jar" %*
set "code=%errorlevel%"
chcp %page% >nul
exit /b %code%
