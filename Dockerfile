# mvn package -DskipTests && docker build -t poolfit .
#
# With a service that listens by JMX, or files alone (predict, report, compare):
#   docker run --rm -it --network host -v "$PWD:/work" poolfit predict --results trials.csv --at pool=20
# With a service of this machine that nobody prepared: its process has to be seen, and it has to find the agent at the same path.
#   docker run --rm -it --network host --pid host --cap-add SYS_PTRACE -v /tmp:/tmp \
#     -v "$HOME/.cache:$HOME/.cache" -e XDG_CACHE_HOME="$HOME/.cache" -v "$PWD:/work" poolfit tune --port 8080
ARG JAVA=docker.io/library/eclipse-temurin:17-jdk
FROM ${JAVA}
COPY LICENSE README.md /opt/poolfit/
COPY docs /opt/poolfit/docs
COPY examples /opt/poolfit/examples
COPY poolfit /opt/poolfit/poolfit
COPY tuner/target/poolfit.jar /opt/poolfit/lib/poolfit.jar
# Whoever owns the mounted folder counts as the user; root writes into it.
ENV POOLFIT_SAFE_FOLDER=/work
# Some bases know ASCII alone.
ENV LANG=C.UTF-8
WORKDIR /work
ENTRYPOINT ["/opt/poolfit/poolfit"]
