# mvn package -DskipTests && docker build -t poolfit .
# docker run --rm -it --network host --pid host -v "$PWD:/work" poolfit tune poolfit.yaml
ARG JAVA=docker.io/library/eclipse-temurin:17-jdk
FROM ${JAVA}
COPY LICENSE README.md /opt/poolfit/
COPY examples /opt/poolfit/examples
COPY poolfit /opt/poolfit/poolfit
COPY tuner/target/poolfit.jar /opt/poolfit/lib/poolfit.jar
RUN ln -s /opt/poolfit/poolfit /usr/local/bin/poolfit
WORKDIR /work
ENTRYPOINT ["poolfit"]
